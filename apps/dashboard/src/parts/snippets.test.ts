import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { htmlSnippet, policySnippet, quoted, reactSnippet, serverSnippet } from './snippets.ts';

const root = join(import.meta.dirname, '../../../..');

/** What the docs include of a file that is compiled. */
function exampleIn(file: string): string {
    const [, example = ''] = readFileSync(join(root, file), 'utf8').split(/\/\/ README: (?:begin|end)\n/);
    return example.trim();
}

test('the snippets for React and a backend are the examples of the docs, which are compiled', () => {
    const react = reactSnippet('https://connect.example.com', { integration: 'github', name: 'GitHub' });
    expect(react).toBe(exampleIn('packages/react-sdk/examples/App.tsx'));
    expect(serverSnippet('process.env.PATCHBAY_PUBLIC_URL')).toBe(exampleIn('apps/playground/src/minimal-backend.ts'));
});

test('the snippets have the addresses and ids of the server', () => {
    const connect = 'https://connect.acme.example';
    expect(reactSnippet(connect, { integration: 'crm', name: 'CRM' })).toContain(`connectUrl="${connect}"`);
    expect(serverSnippet(quoted("https://api.acme.example/it's"))).toContain(String.raw`baseUrl: 'https://api.acme.example/it\'s'`);
    expect(htmlSnippet(connect, 'crm')).toContain(`src="${connect}/v1/connect.js"`);
    expect(policySnippet(connect)).toBe(`Content-Security-Policy: frame-src ${connect}; script-src 'self' ${connect}`);
});
