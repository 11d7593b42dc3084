import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';

const thisCheckout = fileURLToPath(new URL('..', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The widget's states on pages of their own, without a server, drawn by the same App. */
export interface StoryPages {
    names: (page: Page) => Promise<string[]>;
    /** @param how `theme`, `locale` and `layout` of the page */
    show: (page: Page, state: string, how: Record<string, string>) => Promise<void>;
    stop: () => Promise<void>;
}

/** Builds the stories and serves them. @param checkout of another commit, with its dependencies */
export async function startStoryPages(checkout = thisCheckout): Promise<StoryPages> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-states-'));
    const vite = join(checkout, 'node_modules/vite/bin/vite.js');
    const args = [vite, 'build', '--config', 'vite.stories.config.ts', '--outDir', folder, '--logLevel', 'error'];
    const build = spawn(process.execPath, args, { cwd: join(checkout, 'apps/connect-ui'), stdio: ['ignore', 'ignore', 'inherit'] });
    const [exitCode] = await once(build, 'exit');
    expect(exitCode).toBe(0);
    const server = createServer((request, response) => {
        const path = normalize(new URL(request.url ?? '/', 'http://unused').pathname);
        readFile(join(folder, path)).then(
            (file) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(file),
            () => response.writeHead(404).end()
        );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stories.html`;
    // The stories of releases up to 0.70 are told apart by `state`.
    let parameter = 'story';
    return {
        names: async (page) => {
            await page.goto(url);
            await expect(page.getByRole('link').first()).toBeVisible();
            const addresses = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
            if (addresses.some((address) => address.startsWith('?state='))) parameter = 'state';
            return addresses.flatMap((address) => new URLSearchParams(address.slice(1)).get(parameter) ?? []);
        },
        show: async (page, state, how) => {
            const search = `?${new URLSearchParams({ ...how, [parameter]: state }).toString()}`;
            if (page.url().startsWith(url)) {
                // To load it all again for each state would take several times as long.
                await page.evaluate((to) => {
                    history.replaceState(null, '', to);
                    dispatchEvent(new PopStateEvent('popstate'));
                }, search);
            } else await page.goto(url + search);
            // Screens load on demand, and meanwhile look like the state of loading.
            await page.waitForFunction(
                ([wanted, isBusy]) =>
                    document.documentElement.dataset['drawn'] === wanted && (document.querySelector('[aria-busy]') !== null) === isBusy,
                [search, state === 'boot'] as const
            );
            await settled(page);
        },
        stop: async () => {
            server.close();
            await rm(folder, { recursive: true, force: true });
        }
    };
}

/**
 * Brings every transition and animation to its end, and not by waiting: axe cannot read colours on
 * their way. The progress bar never ends.
 */
export async function settled(frame: Page | Frame): Promise<void> {
    await frame.evaluate(async () => {
        const endless = (each: Animation) => each.effect?.getComputedTiming().endTime === Infinity;
        // One that ends may begin another.
        for (
            let under = [];
            (under = document.getAnimations().filter((each) => each.playState !== 'finished' && !endless(each))).length > 0;
        ) {
            for (const each of under) each.finish();
            await Promise.allSettled(under.map(({ finished }) => finished));
        }
    });
}
