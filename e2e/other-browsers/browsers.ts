import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { overHttp, overMarionette, type Send } from './webdriver.ts';

interface StartedBrowser {
    send: Send;
    stop(): Promise<void>;
}

interface OtherBrowser {
    /** Why it cannot be started here, if so. */
    missing?: string;
    start(): Promise<StartedBrowser>;
}

const firefox = onPath('firefox') ?? onPath('firefox-esr');
const webKitDriver = onPath('WebKitWebDriver');
const xvfb = onPath('Xvfb');

export const otherBrowsers: Record<'firefox' | 'webkit', OtherBrowser> = {
    firefox: { ...(firefox === undefined && { missing: 'firefox is not installed' }), start: startFirefox },
    webkit: { ...webKitMissing(), start: startWebKit }
};

function webKitMissing() {
    if (!webKitDriver || !xvfb) return { missing: 'WebKitWebDriver or Xvfb is not installed' };
    // One of some fifty starts hangs.
    if (process.env['PATCHBAY_WEBKIT'] !== '1') return { missing: 'PATCHBAY_WEBKIT=1 asks for them' };
    return {};
}

async function startFirefox(): Promise<StartedBrowser> {
    const { home, run, stop } = await processesOf('firefox');
    const preferences = {
        'marionette.port': 0,
        // Driven, it would let pages open windows without a click.
        'dom.disable_open_during_load': true,
        // A proxy that is not there, for all but loopback: it looks for nothing at Mozilla's.
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': 9,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': 9
    };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    await writeFile(join(home, 'user.js'), lines.join('\n'));
    const child = run(firefox ?? '', ['--headless', '--marionette', '--no-remote', '--profile', home]);
    const port = await firstMatch(child.stdout, /Marionette\tINFO\tListening on port (\d+)/);
    return { send: await overMarionette(Number(port)), stop };
}

async function startWebKit(): Promise<StartedBrowser> {
    const { run, stop } = await processesOf('webkit');
    const display = run(xvfb ?? '', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
    const DISPLAY = `:${await firstMatch(display.stdout, /^(\d+)$/)}`;
    const [port = 0] = await freePorts(1);
    const driver = run(webKitDriver ?? '', [`--port=${port}`], { DISPLAY });
    const url = `http://127.0.0.1:${port}`;
    while (driver.exitCode === null && !(await fetch(`${url}/status`).catch(() => undefined))) await sleep(20);
    return { send: await overHttp(url), stop };
}

/** Processes with a home of their own, which are ended with all that they started. */
async function processesOf(name: string) {
    const home = await mkdtemp(join(tmpdir(), `patchbay-${name}-`));
    const children: ChildProcess[] = [];
    const kill = () => {
        for (const { pid } of children) {
            try {
                if (pid !== undefined) process.kill(-pid, 'SIGKILL');
            } catch {
                // It has ended by itself.
            }
        }
    };
    process.once('exit', kill);
    return {
        home,
        run(program: string, args: string[], variables: Record<string, string> = {}) {
            const env = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, ...variables };
            // Detached: the head of a group of its own, to which its children belong.
            const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
            children.push(child);
            return child;
        },
        async stop() {
            const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
            const ended = running.map((child) => once(child, 'exit'));
            kill();
            await Promise.all(ended);
            process.off('exit', kill);
            await rm(home, { recursive: true, force: true, maxRetries: 5 });
        }
    };
}

function firstMatch(output: Readable, pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
        const lines = createInterface(output);
        lines.on('line', (line) => {
            const found = pattern.exec(line)?.[1];
            if (found !== undefined) resolve(found);
        });
        lines.once('close', () => reject(new Error('The browser ended before it could be driven.')));
    });
}

function onPath(program: string): string | undefined {
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    return folders.map((folder) => join(folder, program)).find(existsSync);
}
