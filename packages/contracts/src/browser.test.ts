import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as browser from './browser.ts';
import { attemptCodes, attemptStatuses } from './index.ts';

/** Every module that Node loads for an entry, in a process of its own. */
function modulesOf(entry: string): string[] {
    const script = `
        import { registerHooks } from 'node:module';
        const loaded = [];
        registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); loaded.push(found.url); return found; } });
        await import(${JSON.stringify(new URL(entry, import.meta.url).href)});
        console.log(JSON.stringify(loaded));`;
    // Our own output.
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })) as string[];
}

test.each(['./browser.ts', './secret-key.ts', './widget-message.ts'])('%s loads no zod, and nothing from outside this package', (entry) => {
    const modules = modulesOf(entry);
    expect(modules).toContain(new URL(entry, import.meta.url).href);
    expect(modules.filter((url) => !url.startsWith(new URL('.', import.meta.url).href))).toEqual([]);
});

test('the whole contract does load zod, so the look above can find it', () => {
    expect(modulesOf('./index.ts').some((url) => fileURLToPath(url).includes('/node_modules/zod/'))).toBe(true);
});

test('statuses and codes of attempts are the same lists', () => {
    expect(browser.attemptStatuses).toBe(attemptStatuses);
    expect(browser.attemptCodes).toBe(attemptCodes);
});
