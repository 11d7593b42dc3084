import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from './checkout.ts';

const source = import.meta.dirname;

test('the guide lists every metric with its attributes, and no metric that there is not', () => {
    const guide = readFileSync(join(checkout, 'docs/observability.md'), 'utf8');
    const rows = Array.from(guide.matchAll(/^\| `([a-z0-9_.]+)` \|[^|]*\|([^|]*)\|/gm), ([, name = '', attributes = '']) => {
        const named = attributes.replaceAll(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g);
        return { name, attributes: Array.from(named, ([, attribute = '']) => attribute).toSorted() };
    });
    const files = globSync('**/*.ts', { cwd: source }).filter((path) => !/\.(?:test|fixtures)\.ts$/.test(path));
    const defined = files.flatMap((path) =>
        Array.from(readFileSync(join(source, path), 'utf8').matchAll(/\bmetric\(\{(.*?)\}\)/gs), ([, text = '']) => ({
            name: /name: '([^']+)'/.exec(text)?.[1] ?? '',
            attributes: Array.from(
                (/attributes: \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g),
                ([, name = '']) => name
            ).toSorted()
        }))
    );
    const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
    expect(rows.toSorted(byName)).toEqual(defined.toSorted(byName));
    expect(defined.length).toBeGreaterThan(10);
});
