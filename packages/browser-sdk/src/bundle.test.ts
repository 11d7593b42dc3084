// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createBuilder } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

async function built(environmentName: string): Promise<string> {
    const builder = await createBuilder({ root, logLevel: 'silent', build: { write: false } });
    const environment = builder.environments[environmentName];
    if (!environment) throw new Error(`There is no ${environmentName} build.`);
    const output = [await builder.build(environment)].flat();
    const chunks = output.flatMap((part) => ('output' in part ? part.output : [])).filter((file) => file.type === 'chunk');
    expect(chunks).toHaveLength(1);
    return chunks[0]?.code ?? '';
}

test('the script is one plain script within its budget of 4.5 KB', async () => {
    const code = await built('client');
    expect(code).not.toMatch(/^\s*(?:import|export)\b/m);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(4.5 * 1024);
});

test('the module needs nothing at run time and is within its budget of 3.5 KB', async () => {
    const code = await built('module');
    expect(code).not.toMatch(/\bimport\b/);
    expect(code).toMatch(/export\{\w+ as openConnectUI\}/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(3.5 * 1024);
});
