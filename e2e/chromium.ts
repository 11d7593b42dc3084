import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

const executablePath = process.env['PATCHBAY_CHROMIUM'] ?? '/usr/bin/chromium';
// The packed Chromium that `npm test` fetches where none is installed needs switches of its own.
const givenArgs: string[] = JSON.parse(process.env['PATCHBAY_CHROMIUM_ARGS'] ?? '[]');

const quietArgs = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync'
];

// For each page a Chromium loads two pages for its address bar and keeps a process ready, which no
// page can see: more than half of the processor time of an empty page.
const unusedFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];

export const chromiumLaunch: LaunchOptions = {
    executablePath,
    args: [...quietArgs, disable([...featuresDisabledByPlaywright(), ...unusedFeatures]), ...givenArgs]
};

function disable(features: string[]): string {
    return `--disable-features=${features.join(',')}`;
}

/** Chromium obeys the last `--disable-features` alone, so that ours has to hold Playwright's. */
function featuresDisabledByPlaywright(): string[] {
    const source = readFileSync(createRequire(import.meta.resolve('@playwright/test')).resolve('playwright-core/lib/coreBundle'), 'utf8');
    const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(source) ?? [];
    const names = [...list.matchAll(/^\s*"(\w+)"/gm)].flatMap(([, name = '']) => name);
    if (!names.includes('ThirdPartyStoragePartitioning')) throw new Error('Playwright keeps its list of disabled features elsewhere.');
    return names;
}

/**
 * A Chromium with its own defaults. Playwright's
 * `--disable-features=…,ThirdPartyStoragePartitioning` enables channels between the widget's frame
 * and its popup that do not work elsewhere.
 */
export async function launchWithBrowserDefaults(): Promise<{ browser: Browser; stop(): Promise<void> }> {
    const profile = await mkdtemp(join(tmpdir(), 'patchbay-chromium-'));
    const ours = [...quietArgs, disable(unusedFeatures), ...givenArgs];
    const args = [...ours, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
    const child = spawn(executablePath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const address = await new Promise<string>((resolve, reject) => {
        child.once('error', reject);
        void ended.then(() => reject(new Error('Chromium ended before it could be driven.')));
        createInterface(child.stderr).on('line', (line) => {
            const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
            if (found !== undefined) resolve(found);
        });
    });
    const browser = await chromium.connectOverCDP(address);
    return {
        browser,
        async stop() {
            await browser.close();
            child.kill();
            await ended;
            await rm(profile, { recursive: true, force: true, maxRetries: 5 });
        }
    };
}
