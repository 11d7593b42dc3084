import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
    categoryNames,
    type CustomProvider,
    type FormFields,
    needsApp,
    type Provider,
    providers,
    type RateLimits,
    signInOf,
    visibleFields
} from '@patchbay/providers';
import { rootFolder } from './docs.ts';

const folder = join(rootFolder, 'docs/providers');
const mark = '<!-- generated: packages/tooling/src/generate-provider-pages.ts -->';

/** Sandboxes have no page: they exist for tests. */
const shown = [...providers.values()].filter(({ sandbox }) => !sandbox);

const kinds: Readonly<Record<Provider['auth_mode'], string>> = {
    OAUTH2: 'Sign-in (OAuth 2.0)',
    OAUTH1: 'Sign-in (OAuth 1.0a)',
    OAUTH2_CC: 'Client credentials (OAuth 2.0)',
    TWO_STEP: 'Login for a token',
    JWT: 'Key that signs tokens',
    SIGNATURE: 'Username and password that sign requests',
    BILL: 'Session of an organization',
    API_KEY: 'API key',
    BASIC: 'Username and password',
    TBA: 'Token of an account',
    AWS_SIGV4: 'Role in an AWS account',
    APP: 'Installation of an app',
    INSTALL_PLUGIN: 'Approval on a site of one’s own',
    CUSTOM: 'Installation of an app, and a sign-in',
    MCP_OAUTH2: 'Sign-in (MCP)',
    MCP_OAUTH2_GENERIC: 'Sign-in (MCP)',
    NONE: 'Nothing'
};

const levels = {
    verified: 'Verified',
    documented: 'Documented',
    assumed: 'Assumed'
} as const;

/** The page of each provider and their index, by file name. */
export function providerPages(): Map<string, string> {
    return new Map([['README.md', indexPage()], ...shown.map((provider) => [`${provider.id}.md`, pageOf(provider)] as const)]);
}

/** What is in the folder, by file name. */
export function writtenProviderPages(): Map<string, string> {
    return new Map(globSync('*.md', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

export function generateProviderPages(): void {
    mkdirSync(folder, { recursive: true });
    const pages = providerPages();
    for (const name of writtenProviderPages().keys()) if (!pages.has(name)) rmSync(join(folder, name));
    for (const [name, text] of pages) writeFileSync(join(folder, name), text);
}

function indexPage(): string {
    const used = new Set(shown.flatMap(({ categories }) => categories));
    const named = [...used].map((id) => [categoryName(id), id] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const sections = named.map(([name, id]) => {
        const rows = shown
            .filter(({ categories }) => categories.includes(id))
            .toSorted((a, b) => a.display_name.localeCompare(b.display_name, 'en'))
            .map((provider) => [`[${provider.display_name}](${provider.id}.md)`, code(provider.id), kindOf(provider), levelOf(provider)]);
        return section(name, table(['Provider', '`provider`', 'End users bring', 'How sure'], rows));
    });
    return `${mark}

# Providers

The ${shown.length} APIs that Patchbay knows, by category. Each page says what to register and where, what end users are asked for, which scopes and limits there are, and how sure its facts are:

- **Verified**: called with a real account.
- **Documented**: the definition names a page of the provider for each fact. It has not been called with a real account yet.
- **Assumed**: some fact is on no page that was found; the definition says which.

What is missing, [a definition](../../CONTRIBUTING.md#adding-a-provider) adds; a private API needs none: see [with a key](private-api-bearer.md) and [with a password](private-api-basic.md). \`GET /providers\` has the same as JSON, by \`search\`, \`category\` and \`auth_mode\`.

${sections.join('\n\n')}
`;
}

function pageOf(provider: Provider): string {
    const { id, display_name: name, docs, categories, other_ids: otherIds = [], proxy } = provider;
    const facts = [
        ['`provider`', code(id)],
        ...(otherIds.length > 0 ? [['Also taken as', otherIds.map(code).join(', ')]] : []),
        ['End users bring', `${kindOf(provider)}, ${code(provider.auth_mode)}`],
        ['Category', categories.map(categoryName).join(', ')],
        ...(proxy ? [['API', proxy.base_url.split(' || ').map(address).join(' or ')]] : []),
        ['Documentation', `[${new URL(docs).host}](${docs})`]
    ];
    const parts = [
        `# ${name}`,
        table(['', ''], facts),
        section('What to register, and where', setup(provider)),
        section('What end users are asked for', asked(provider)),
        section('What the operator gives', given(provider)),
        section('Scopes', scopes(provider)),
        section('How long access lasts', lasting(provider)),
        section('Limits', limits(provider)),
        section('How sure this is', certainty(provider))
    ];
    return `${mark}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function setup(provider: Provider): string {
    const { setup: how, auth_mode: mode } = provider;
    if (!how) return '';
    const details = how.url === undefined ? '' : ` ([details](${how.url}))`;
    const redirect =
        mode === 'OAUTH2' || (mode === 'MCP_OAUTH2' && needsApp(provider))
            ? '\n\nThe redirect URI is `<PATCHBAY_PUBLIC_URL>/oauth/callback`.'
            : '';
    return `${how.text}${details}${redirect}`;
}

function asked(provider: Provider): string {
    const { credentials, connection_config: config } = visibleFields(provider);
    const { guide = [], docs_connect: page } = provider;
    const rows = [...fieldRows(credentials, 'credentials'), ...fieldRows(config, 'connection_config')];
    if (rows.length === 0) return '';
    const steps = guide.length === 0 ? '' : `The form says how:\n\n${guide.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
    const more = page === undefined ? '' : `More: [${new URL(page).host}](${page}).`;
    return [table(['Field', 'In', 'Description'], rows), steps, more].filter((part) => part !== '').join('\n\n');
}

/** What `integration_config` brings for all connections. */
function given({ connection_config: fields = {} }: Provider): string {
    const hidden = Object.entries(fields).filter(([, field]) => field.hidden && !field.automated);
    const rows = fieldRows(Object.fromEntries(hidden), 'integration_config');
    return rows.length === 0 ? '' : table(['Field', 'In', 'Description'], rows);
}

function fieldRows(fields: FormFields, target: string): string[][] {
    return Object.entries(fields).map(([name, field]) => {
        const choices = field.enum?.map((value) => `${code(value)}${labelled(field.enum_labels?.[value])}`).join(', ');
        const facts = [
            field.description,
            choices === undefined ? undefined : `One of ${choices}.`,
            field.example === undefined ? undefined : `Such as ${code(field.example)}.`,
            field.optional ? 'Optional.' : undefined,
            field.secret ? 'Stored encrypted.' : undefined
        ];
        return [`${field.title}: ${code(name)}`, code(target), facts.filter((fact) => fact !== undefined).join(' ')];
    });
}

function labelled(label: string | undefined): string {
    return label === undefined ? '' : ` (${label})`;
}

function scopes(provider: Provider): string {
    if (!('default_scopes' in provider || 'scope_descriptions' in provider)) return '';
    const { default_scopes: asks = [], scope_descriptions: words = {} } = provider;
    const all = [...new Set([...asks, ...Object.keys(words)])];
    if (all.length === 0) return '';
    const rows = all.map((scope) => [code(scope), words[scope] ?? '', asks.includes(scope) ? 'yes' : '']);
    return `Others that ${provider.display_name} has can be asked for as well.\n\n${table(['Scope', 'It allows to', 'Asked for by default'], rows)}`;
}

function lasting(provider: Provider): string {
    const { display_name: name } = provider;
    if (provider.auth_mode === 'CUSTOM') return [halves(provider), lasting(signInOf(provider))].join('\n');
    if (provider.auth_mode !== 'OAUTH2') return '';
    const { usual_lifetime_seconds: seconds, refresh = {}, no_refresh: never } = provider;
    const { rotation, idle_hours: idle, grant_hours: grant, expiry } = refresh;
    const rotations = {
        none: 'A refresh token stays the same.',
        grace: 'Each refresh brings a new refresh token; the one before stays good for a while.',
        strict: 'Each refresh brings a new refresh token; the one before ends at once.'
    };
    const revokes = provider.revoke ?? provider.revocation_url;
    const facts = [
        seconds === undefined ? undefined : `An access token lasts ${duration(seconds)}.`,
        never,
        never !== undefined || rotation === undefined ? undefined : rotations[rotation],
        idle === undefined ? undefined : `Unused, it ends after ${duration(idle * 3600)}; Patchbay renews every connection daily.`,
        grant === undefined ? undefined : `After ${duration(grant * 3600)} the end user has to connect again, whatever was renewed.`,
        expiry === 'hard' ? 'Where a response states an end, it does not move with a renewal.' : undefined,
        revokes
            ? `Deleting a connection revokes the access at ${name}.`
            : `Deleting a connection does not revoke the access: the end user does that at ${name}.`
    ];
    return list(facts);
}

/** Which of both tokens calls carry, and where the other is. */
function halves({ proxy }: CustomProvider): string {
    const isOfPerson = Object.values(proxy.headers ?? {}).some((template) => template.includes('credentials.user.'));
    const [carried, other] = isOfPerson ? ['user', 'app'] : ['app', 'user'];
    return list([
        `A connection has two tokens: \`credentials.app\` of the installation, and \`credentials.user\` of who installed it.`,
        `Calls through the proxy carry that of \`credentials.${carried}\`. That of \`credentials.${other}\` is in \`GET /connections/:connection_id\`, and in \`getConnection()\` of functions; an [own definition](../integrations.md) can name it in its headers, as \`\${credentials.${other}.access_token}\`.`,
        'The token of the installation lasts an hour. What follows is about the other one.'
    ]);
}

function limits({ proxy, display_name: name }: Provider): string {
    const { rate_limits: rates, retry } = proxy ?? {};
    if (!rates && !retry) return '';
    const headers = [retry?.after, retry?.at].flat().filter((header) => header !== undefined);
    return list([
        rates &&
            `${rates.windows.map(({ requests, per_seconds: per }) => `${requests} requests in ${duration(per)}`).join(', ')}, ${counted(rates)}.`,
        headers.length === 0 ? undefined : `After a refusal, ${name} says by ${headers.map(code).join(' or ')} how long to wait.`,
        retry?.remaining === undefined ? undefined : `What is left is in ${code(retry.remaining)}.`
    ]);
}

function counted({ per }: RateLimits): string {
    if (per === 'credentials') return 'for each connection';
    return per === 'client' ? 'for all connections of one OAuth app together' : `for each ${address(per)}`;
}

function certainty({ id, certainty: sure }: Provider): string {
    if (!sure) return '';
    const source = `[the definition](../../packages/providers/src/${id}/provider.ts)`;
    const sent = `[what is sent](../../packages/providers/src/${id}/expected.txt)`;
    const sentences = {
        verified: `It was called with a real account on ${sure.checked_on}.`,
        documented: `For each fact ${source} names a page of the provider, as of ${sure.checked_on}. It has not been called with a real account yet.`,
        assumed: `Some fact was on no page of the provider that could be read on ${sure.checked_on}: ${source} says which. Compare ${sent} with what you know.`
    };
    return `**${levels[sure.level]}.** ${sentences[sure.level]}`;
}

function kindOf(provider: Provider): string {
    const { auth_mode: mode } = provider;
    // A key as the user name, without a password.
    const isKey = mode === 'BASIC' && !('password' in visibleFields(provider).credentials);
    return kinds[isKey ? 'API_KEY' : mode];
}

function levelOf({ certainty: sure }: Provider): string {
    return sure ? levels[sure.level] : '';
}

function categoryName(id: string): string {
    return categoryNames.get(id) ?? 'Other';
}

/** A template, with `<field>` for what a connection has. */
function address(template: string): string {
    return code(template.replaceAll(/\$\{(?:\w+\.)?(\w+)\}/g, '<$1>'));
}

function duration(seconds: number): string {
    const units = [
        [86_400, 'day'],
        [3600, 'hour'],
        [60, 'minute'],
        [1, 'second']
    ] as const;
    const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
    const count = seconds / size;
    return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function section(title: string, text: string): string {
    return text === '' ? '' : `## ${title}\n\n${text}`;
}

function list(items: readonly (string | undefined)[]): string {
    return items.flatMap((item) => (item === undefined ? [] : [`- ${item}`])).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
    return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function code(text: string): string {
    return `\`${text}\``;
}
