import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** The widget's states on pages of their own, also those that a journey hardly reaches: without a server behind them, drawn by the same App. */
const widgetFolder = fileURLToPath(new URL('../apps/connect-ui', import.meta.url));
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let folder = '';
let server: Server;
let url = '';

test.describe.configure({ timeout: 120_000 });

test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-states-'));
    const build = spawn(
        process.execPath,
        [vite, 'build', '--config', 'vite.stories.config.ts', '--outDir', folder, '--logLevel', 'error'],
        {
            cwd: widgetFolder,
            stdio: ['ignore', 'ignore', 'inherit']
        }
    );
    const [exitCode] = await once(build, 'exit');
    expect(exitCode).toBe(0);
    server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? '/', 'http://unused').pathname);
        readFile(join(folder, path)).then(
            (file) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(file),
            () => response.writeHead(404).end()
        );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stories.html`;
});

test.afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
});

for (const { theme, locale } of [
    { theme: 'light', locale: 'en' },
    { theme: 'dark', locale: 'ar' }
]) {
    test(`axe finds nothing in any state of the widget, ${theme}, ${locale}`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width: 440, height: 680 });
        const states = await namesOfStates(page);
        expect(states.length).toBeGreaterThan(25);
        for (const state of states) {
            await page.goto(`${url}?state=${state}&theme=${theme}&locale=${locale}`);
            await expect(page.locator('#root > *').first()).toBeAttached();
            await settled(page);
            const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
            expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        }
    });
}

/** Axe reads colours, and a colour on its way to another is neither. The progress bar never ends. */
async function settled(page: Page): Promise<void> {
    await page.evaluate(() =>
        Promise.allSettled(
            document.getAnimations().flatMap((each) => (each.effect?.getComputedTiming().endTime === Infinity ? [] : each.finished))
        )
    );
}

async function namesOfStates(page: Page): Promise<string[]> {
    await page.goto(url);
    await expect(page.getByRole('link').first()).toBeVisible();
    const addresses = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    return addresses.flatMap((address) => new URLSearchParams(address.slice(1)).get('state') ?? []);
}
