import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { UserError } from './user-error.mjs';

const PACKED_CHROMIUM = '@sparticuz/chromium@153.0.0';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
    '/usr/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
];

/**
 * Finds a Chromium for the browser journeys: `$CHROMIUM`, an installed one, Playwright's own, or
 * one from npm, which is then fetched.
 * @param {string} root
 * @returns {Promise<NodeJS.ProcessEnv>} its variables for the journeys; none without a Chromium
 */
export async function findChromium(root) {
    const given = process.env.CHROMIUM;
    if (given && !runs(given)) throw new UserError(`CHROMIUM is "${given}", which does not run.`);
    const path = given || [...places, ...names].find(runs) || playwrightsOwn(root);
    return path === undefined ? fetchChromium(root) : { PATCHBAY_CHROMIUM: path };
}

/** @param {string} root */
async function fetchChromium(root) {
    // The package is made for Linux; elsewhere the journeys say that they have no browser.
    if (process.platform !== 'linux') return {};
    // A folder of its own: npm would remove the Node beside it as extraneous.
    const home = join(root, '.tools', 'chromium');
    return withLock(join(root, '.tools', 'install.lock'), async () => {
        const unpacked = await unpack(home);
        if (unpacked !== undefined) return unpacked;
        console.log('No Chromium found here (CHROMIUM=/path/to/one would name it). Fetching one through npm into .tools, once …');
        await rm(home, { recursive: true, force: true });
        const args = ['install', '--prefix', home, '--no-save', '--no-package-lock', PACKED_CHROMIUM];
        const isFetched = await runNpm(args, { node: process.execPath, cwd: root });
        return (isFetched ? await unpack(home) : undefined) ?? {};
    });
}

/**
 * @param {string} home
 * @returns {Promise<NodeJS.ProcessEnv | undefined>}
 */
async function unpack(home) {
    const entry = pathToFileURL(join(home, 'node_modules/@sparticuz/chromium/build/index.js')).href;
    // It unpacks to a fixed name in the temporary directory, where another user could have put
    // files.
    const unpacked = join(home, 'unpacked');
    await mkdir(unpacked, { recursive: true });
    // Without its own arguments, which disable site isolation, which the journeys test.
    const program = `const { default: chromium } = await import(${JSON.stringify(entry)}); console.log(await chromium.executablePath());`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: unpacked }
    });
    const path = stdout.trim();
    if (status !== 0 || !runs(path)) return undefined;
    if (existsSync('/etc/fonts/fonts.conf')) return { PATCHBAY_CHROMIUM: path };
    // A machine without fonts would show no text at all, and so nothing that could be clicked.
    const fonts = join(unpacked, 'fonts.conf');
    await writeFile(fonts, `<fontconfig><dir>${unpacked}/fonts</dir><cachedir>${unpacked}/fonts-cache</cachedir></fontconfig>`);
    return { PATCHBAY_CHROMIUM: path, FONTCONFIG_FILE: fonts };
}

/** @param {string} root */
function playwrightsOwn(root) {
    const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test');
    const path = chromium.executablePath();
    return runs(path) ? path : undefined;
}

/**
 * Some are only a note that says how to install the real one.
 * @param {string} path
 */
function runs(path) {
    return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}
