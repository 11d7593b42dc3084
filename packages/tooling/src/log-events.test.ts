import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

const operating = readFileSync(join(rootFolder, 'docs/operating.md'), 'utf8');
const alerts = operating.slice(operating.indexOf('\n## What to alert on\n'), operating.indexOf('\n## Troubleshooting\n'));
const listed = Array.from(alerts.matchAll(/^\| `([a-z_]+)` \|/gm), ([, id = '']) => id);
const sources = globSync(['apps/server/src/**/*.ts', 'packages/{db,runner}/src/**/*.ts'], { cwd: rootFolder })
    .filter((path) => !/\.(?:test|fixtures)\.ts$|\/commands\//.test(path))
    .map((path) => readFileSync(join(rootFolder, path), 'utf8'));
const idsAt = (call: RegExp) => [...new Set(sources.flatMap((text) => Array.from(text.matchAll(call), ([, id = '']) => id)))];

test('the operating guide says of every warning and error that a server logs what it means and what to do, once', () => {
    const logged = idsAt(/\blog(?:(?:\.(?:warn|error)|\[.+?\])\(|\('(?:warn|error)',)\s*['"`]([a-z_]+)/g);
    expect(logged.length).toBeGreaterThan(30);
    expect(logged.filter((id) => !listed.includes(id))).toEqual([]);
    expect(listed.filter((id, index) => listed.indexOf(id) < index)).toEqual([]);
});

test('the operating guide lists no event that servers do not log', () => {
    const logged = idsAt(/\blog(?:\('\w+',|(?:\.\w+|\[.+?\])?\()\s*['"`]([a-z_]+)/g);
    const named = Array.from(alerts.matchAll(/`([a-z]+_[a-z_]+)`/g), ([, id = '']) => id);
    const fields = ['attempt_id', 'connection_id', 'data_keys', 'endpoint_id', 'integration_id', 'integration_misconfigured', 'request_id'];
    expect([...listed, ...named].filter((id) => !logged.includes(id) && !fields.includes(id))).toEqual([]);
});
