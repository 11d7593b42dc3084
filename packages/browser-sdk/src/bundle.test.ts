// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @returns the one file of a build. What it may weigh is checked with all other budgets, in
 * packages/tooling.
 */
async function built(environmentName: string): Promise<string> {
    const builder = await createBuilder({ root, logLevel: 'silent', build: { write: false } });
    const environment = builder.environments[environmentName];
    if (!environment) throw new Error(`There is no ${environmentName} build.`);
    const output = [await builder.build(environment)].flat();
    const chunks = output.flatMap((part) => ('output' in part ? part.output : [])).filter((file) => file.type === 'chunk');
    expect(chunks).toHaveLength(1);
    return chunks[0]?.code ?? '';
}

test('the script is one plain script', async () => {
    const code = await built('client');
    expect(code).not.toMatch(/^\s*(?:import|export)\b/m);
});

test('the module needs nothing at run time', async () => {
    const code = await built('module');
    expect(code).not.toMatch(/\bimport\b/);
    expect(code).toMatch(/export\{.*\bas openConnectUI\b.*\}/);
});

test('the headless module needs nothing of the rest', async () => {
    const code = await built('headless');
    expect(code).not.toMatch(/\bimport\b|iframe|dialog/);
});

test('the element does not bring the module along a second time', async () => {
    const code = await built('element');
    expect(code.match(/\bfrom[`'"][^`'"]*/g)).toEqual(['from"./index.js']);
});
