import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSettings } from '../apps/playground/src/settings.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { keysFileOf as keysFileOfServer } from '../apps/server/src/rooms/platform/environments/key-files.ts';
import { readAddresses } from './addresses.mjs';
import { keysFileOf } from './keys-file.mjs';

// They do not import each other: `npm start` has yet to build the server.
test('the server, the demo programs and `npm start` mean the same addresses where none are given', () => {
    const { api, connect, playground, sandbox, sandboxControl } = readAddresses({});
    expect(readConfig({})).toMatchObject({ port: api.port, publicUrl: api.url, connectPort: connect.port, connectUrl: connect.url });
    expect(readSettings({ PATCHBAY_SECRET_KEY: 'given' })).toMatchObject({
        port: playground.port,
        publicUrl: api.url,
        connectUrl: connect.url,
        sandbox: { pageUrl: sandbox.url, controlUrl: `http://127.0.0.1:${sandboxControl.port}` }
    });
    // Importing it would start it.
    expect(readFileSync(new URL('../apps/sandbox/src/main.ts', import.meta.url), 'utf8')).toContain(`DEFAULT_PORT = ${sandbox.port};`);
});

test.each([{}, { PATCHBAY_DATA_DIR: 'data' }, { PATCHBAY_KEYS_FILE: 'secrets/keys' }])(
    '`npm start` reads the secret keys from the file that the server writes, with %o',
    (env) => {
        expect(keysFileOf(env)).toBe(keysFileOfServer(readConfig(env)));
    }
);
