import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, install, patchbay, write } from './cli.fixtures.ts';

const yaml = `
integrations:
    github:
        syncs:
            fetch-issues:
                runs: every half hour
                description: Reads issues
                version: 1.0.2
                output: [Issue, Person]
                sync_type: full
                track_deletes: true
                auto_start: false
                input: Settings
                scopes: repo, user
                endpoint:
                    - GET /github/issues
                    - path: /github/people
                      group: People
                webhook-subscriptions: [issues]
        actions:
            create-issue:
                description: Creates an issue
                input: NewIssue
                output: Issue
                endpoint: POST /github/issues
            ping:
                output: string
        on-events:
            post-connection-creation:
                - greet
models:
    Base:
        id: string
    Person:
        __extends: Base
        name?: string | null
    Issue:
        __extends: Base
        title: string
        state: open | closed
        labels: string[]
        author: Person
        created: date
        'x-meta': Record<string, number>
        nested:
            deep: number | boolean
        parent?: Issue
    NewIssue:
        title: string
    Settings:
        repository: string
        __string: string
`;

const scripts = {
    'github/syncs/fetch-issues.ts': `import type { NangoSync, Issue, Person } from '../../models';
import { toIssue } from '../helpers';

export default async function fetchData(nango: NangoSync): Promise<void> {
    const { repository } = (await nango.getMetadata<{ repository: string }>()) as { repository: string };
    const { data } = await nango.get<{ id: number }[]>({ endpoint: \`/\${repository}/issues\` });
    const issues: Issue[] = data.map(({ id }) => toIssue(id));
    await nango.batchSave<Issue>(issues, 'Issue');
    const people: Person[] = [];
    await nango.batchSave(people, 'Person');
}

export async function onWebhookPayloadReceived(nango: NangoSync, payload: { id: string }): Promise<void> {
    await nango.batchDelete<Issue>([{ id: payload.id } as Issue], 'Issue');
}
`,
    'github/helpers.ts': `import type { Issue } from '../models';
export const toIssue = (id: number): Issue => ({ id: String(id), title: '', state: 'open', labels: [], author: { id: '1' }, created: new Date(0), 'x-meta': {}, nested: { deep: 1 } });
`,
    'github/actions/create-issue.ts': `import type { NangoAction, Issue, NewIssue } from '../../models';
import { toIssue } from '../helpers';
export default async function runAction(nango: NangoAction, input: NewIssue): Promise<Issue> {
    await nango.log(input.title);
    return toIssue(1);
}
`,
    'github/actions/ping.ts': `import type { NangoAction } from '../../models.js';
async function ping(nango: NangoAction): Promise<string> { return nango.connectionId; }
export default ping;
`,
    'github/on-events/greet.ts': `import type { NangoAction } from '../../models';
export default async (nango: NangoAction) => { await nango.log('hello'); };
`
};

test('a project of YAML becomes one of TypeScript, which compiles, with its types', async () => {
    const folder = emptyFolder();
    write(folder, { 'nango.yaml': yaml, 'package.json': '{"name":"mine","dependencies":{"zod":"3.22.0","left":"1.0.0"}}', ...scripts });
    const ended = await patchbay(folder, ['migrate']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('nango.yaml is now nango.yaml.migrated');
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
        name: 'mine',
        type: 'module',
        dependencies: { zod: '^4.0.5', left: '1.0.0', '@patchbay/functions': '^0.70.0' },
        devDependencies: { patchbay: '^0.70.0' }
    });
    install(folder);
    const compiled = await patchbay(folder, ['compile']);
    expect(compiled).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('4 functions compile') });
    expect(readFileSync(join(folder, 'github/syncs/fetch-issues.ts'), 'utf8')).toContain(`export default createSync({
    description: 'Reads issues',
    version: '1.0.2',
    scopes: ['repo', 'user'],
    frequency: 'every half hour',
    autoStart: false,
    trackDeletes: true,
    endpoints: [{ method: 'GET', path: '/github/issues' }, { method: 'GET', path: '/github/people', group: 'People' }],
    webhookSubscriptions: ['issues'],
    models: { Issue, Person },
    metadata: Settings,
    exec: (nango) => fetchData(nango),
    onWebhook: (nango, payload) => onWebhookPayloadReceived(nango, payload)
});`);
});

test('what cannot be migrated is told all at once, and nothing is changed', async () => {
    const folder = emptyFolder();
    const broken = 'integrations: { github: { syncs: { a: { runs: sometimes, output: Issue }, b: { runs: every hour } } } }';
    write(folder, { 'nango.yaml': broken, 'github/syncs/b.ts': 'export const x = 1;' });
    const { code, stderr } = await patchbay(folder, ['migrate']);
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(1, -1)).toEqual([
        "  github/a: 'sometimes' is no frequency, such as 'every hour'.",
        '  github/b: a sync needs an output, which is its model.',
        '  github/a: there is no script github/syncs/a.ts.',
        '  github/b: the script has no default export that could be run.'
    ]);
    expect(existsSync(join(folder, 'index.ts'))).toBe(false);
    expect(await patchbay(emptyFolder(), ['migrate'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to migrate') });
});
