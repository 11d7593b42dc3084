import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { coverageDocument, withCoverage } from './coverage-document.ts';
import { runVendors, summaryOf, type VendorRun } from './run-vendors.ts';
import { vendors } from './vendors.ts';

let runs: VendorRun[];
beforeAll(async () => {
    runs = await runVendors([], { env: {} });
}, 300_000);

test.each([...vendors.keys()])('%s passes each case of its models, or its capabilities say that it lacks it', (id) => {
    const { results } = runs.find(({ vendor }) => vendor.id === id) ?? expect.fail(`${id} has not run`);
    expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(results.filter(({ result }) => result === 'passed').length).toBeGreaterThan(100);
});

test('the documentation has the coverage of this run; `npm run conform -- --docs` brings it up to date', () => {
    const document = readFileSync(coverageDocument, 'utf8');
    expect(withCoverage(document, runs)).toBe(document);
    expect(summaryOf(runs)).toMatch(/^\d+ passed, 0 failed, \d+ not supported, \d+ not run$/);
});

test('a case has a sentence of its own in its model', () => {
    for (const { results } of runs) {
        const sentences = results.map(({ model, says }) => `${model}: ${says}`);
        expect(sentences.length).toBe(new Set(sentences).size);
    }
});
