import { readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { chromiumLaunch } from '../chromium.ts';
import { serve, type BenchServer } from './server.ts';
import { formatBound, printTable } from './table.ts';

const root = join(import.meta.dirname, '../..');
const rows = 40;
/** With a catalogue of as many, in the time of {@link rows}, but for a tenth. */
const manyRows = 120;
const runs = Number(process.env['PATCHBAY_BENCH_RUNS'] ?? 5);
// A slow phone on a slow network.
const profile = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false, cpuSlowdown: 4 };

/** The bare list, the widget with its list, and with the form of an app that the page names. */
type Opened = 'bare' | 'widget' | 'form';

interface Load {
    /** Both in ms from the click that opens it. */
    painted: number;
    usable: number;
    shifted: number;
    requests: number;
    kilobytes: number;
}

/**
 * Time until the list of apps, or the form of one, is shown, beside a minimal list in React. Each
 * is opened in a frame by a click in a loaded page; runs alternate, so that other load affects all.
 */
export async function benchConnectUi({ connectUrl, patchbay }: BenchServer): Promise<void> {
    for (let at = 0; at < rows; at += 1) await patchbay.integrations.create(integration(at));
    const session = await patchbay.connectSessions.create({ end_user: { id: 'user_1' } });
    const { token } = session.data;
    const view = await fetch(`${connectUrl}/connect/session`, { headers: { authorization: `Bearer ${token}` } });
    const bare = await serveBareList(await view.text());
    const host = await serveHost(connectUrl, token, bare.url);
    const browser = await chromium.launch(chromiumLaunch);
    try {
        const loads: Record<Opened, { cold: Load[]; warm: Load[] }> = {
            bare: { cold: [], warm: [] },
            widget: { cold: [], warm: [] },
            form: { cold: [], warm: [] }
        };
        for (let run = 0; run < runs; run += 1)
            for (const what of ['bare', 'widget', 'form'] as const) {
                const { cold, warm } = await visit(browser, `${host.url}/${what}`);
                loads[what].cold.push(cold);
                loads[what].warm.push(warm);
            }
        print(loads);
        for (let at = rows; at < manyRows; at += 1) await patchbay.integrations.create(integration(at));
        const many = { cold: [] as Load[], warm: [] as Load[] };
        for (let run = 0; run < runs; run += 1) {
            const { cold, warm } = await visit(browser, `${host.url}/widget`);
            many.cold.push(cold);
            many.warm.push(warm);
        }
        printMany(many, loads.widget);
    } finally {
        await browser.close();
        await host.stop();
        await bare.stop();
    }
}

function integration(at: number) {
    const providers = ['hubspot', 'stripe', 'slack', 'openai', 'xero', 'private-api-bearer', 'zendesk', 'github'] as const;
    const provider = providers[at % providers.length] ?? 'github';
    const name = { unique_key: `app-${at}`, display_name: `App number ${at}`, provider };
    const isOfOurs = ['stripe', 'openai', 'private-api-bearer'].includes(provider);
    return isOfOurs ? name : { ...name, credentials: { type: 'OAUTH2' as const, client_id: 'bench', client_secret: 'bench' } };
}

function median(loads: Load[]): Load {
    const middle = (of: keyof Load) => loads.map((load) => load[of]).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? NaN;
    return {
        painted: middle('painted'),
        usable: middle('usable'),
        shifted: middle('shifted'),
        requests: middle('requests'),
        kilobytes: middle('kilobytes')
    };
}

function print(loads: Record<Opened, Record<'cold' | 'warm', Load[]>>): void {
    const figures = ({ painted, usable, shifted, requests, kilobytes }: Load) => [
        `${painted.toFixed(0)} ms`,
        `${usable.toFixed(0)} ms`,
        shifted.toFixed(3),
        String(requests),
        `${kilobytes.toFixed(0)} KiB`
    ];
    const visits = (['cold', 'warm'] as const).flatMap((cache) => {
        const [widget, bare, form] = [median(loads.widget[cache]), median(loads.bare[cache]), median(loads.form[cache])];
        return [
            [`bare React list, ${cache}`, ...figures(bare)],
            [`Connect UI, ${cache}`, ...figures(widget)],
            ['  of the bare list', (widget.painted / bare.painted).toFixed(2), (widget.usable / bare.usable).toFixed(2)],
            [`Connect UI with a named app, ${cache}`, ...figures(form)],
            ['  of its list; may be 1.00', (form.painted / widget.painted).toFixed(2), (form.usable / widget.usable).toFixed(2)]
        ];
    });
    printTable(
        `Connect UI: ${rows} apps, 1.6 Mb/s, 150 ms, a quarter of this CPU; median of ${runs}; load ${loadavg()[0]?.toFixed(1)}`,
        ['', 'first paint', 'usable', 'shift', 'requests', 'loaded'],
        [...visits, ['may be: cold', '900 ms', '1.25', '0.020', '4'], ['may be: warm', '250 ms', '500 ms', '0.020', '4']]
    );
}

/** Beside the same list with fewer, right before. */
function printMany(many: Record<'cold' | 'warm', Load[]>, few: Record<'cold' | 'warm', Load[]>): void {
    printTable(
        `Connect UI: ${manyRows} apps beside ${rows}`,
        ['', 'usable', 'of that before', 'loaded'],
        (['cold', 'warm'] as const).map((cache) => {
            const [now, before] = [median(many[cache]), median(few[cache])];
            const ratio = formatBound(now.usable / before.usable, { atMost: 1.1 });
            return [cache, `${now.usable.toFixed(0)} ms`, ratio, `${now.kilobytes.toFixed(0)} KiB`];
        })
    );
}

/** Opens it twice in a fresh browser profile: with nothing cached, and again. */
async function visit(browser: Browser, url: string): Promise<{ cold: Load; warm: Load }> {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 } });
    try {
        await context.addInitScript(watch);
        const page = await context.newPage();
        const devTools = await context.newCDPSession(page);
        const traffic: Traffic = { startedAt: [], bytes: 0 };
        devTools.on('Network.requestWillBeSent', ({ request, wallTime }) => {
            if (request.url.startsWith('http') && !request.url.startsWith(url)) traffic.startedAt.push(wallTime * 1000);
        });
        devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (traffic.bytes += encodedDataLength));
        await devTools.send('Network.enable');
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpuSlowdown });
        const load = async (): Promise<Load> => {
            await devTools.send('Network.emulateNetworkConditions', {
                ...profile,
                latency: 0,
                downloadThroughput: -1,
                uploadThroughput: -1
            });
            await page.goto(url);
            await page.waitForFunction(() => 'patchbayOpen' in window);
            await devTools.send('Network.emulateNetworkConditions', profile);
            Object.assign(traffic, { startedAt: [], bytes: 0 });
            return measure(page, traffic);
        };
        return { cold: await load(), warm: await load() };
    } finally {
        await context.close();
    }
}

interface Traffic {
    /** When each request was begun, in ms since 1970. */
    startedAt: number[];
    bytes: number;
}

async function measure(page: Page, traffic: Traffic): Promise<Load> {
    const framed = page.waitForEvent('frameattached');
    const clickedAt = await page.evaluate(() => {
        const at = performance.timeOrigin + performance.now();
        document.querySelector('button')?.click();
        return at;
    });
    const frame = await framed;
    await frame.waitForFunction(() => 'patchbaySeen' in window, undefined, { polling: 100 });
    const { painted, usable, shifted } = await frame.evaluate(() => window.patchbaySeen ?? { painted: NaN, usable: NaN, shifted: NaN });
    return {
        painted: painted - clickedAt,
        usable: usable - clickedAt,
        shifted,
        requests: traffic.startedAt.filter((at) => at < usable).length,
        kilobytes: traffic.bytes / 1024
    };
}

interface LoadResult {
    painted: number;
    usable: number;
    shifted: number;
}

declare global {
    interface Window {
        patchbaySeen?: LoadResult;
    }
}

/**
 * Runs in every frame before its own scripts. Times since 1970, as frames have different origins.
 */
function watch(): void {
    if (window.parent === window) return;
    let shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifted += Number(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
    function look(): void {
        const row = document.querySelector<HTMLElement>('ul button, form input');
        const { left = 0, top = 0, width = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
        const isOnTop = row && document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button, input') === row;
        if (!isOnTop) return void requestAnimationFrame(look);
        const usable = performance.timeOrigin + performance.now();
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        // What moves the list right after it came counts as well.
        setTimeout(() => {
            window.patchbaySeen = { painted: performance.timeOrigin + (paint?.startTime ?? NaN), usable, shifted };
        }, 500);
    }
    look();
}

async function serveBareList(session: string) {
    const outDir = join(tmpdir(), `patchbay-bare-list-${process.pid}`);
    await build({
        root: join(import.meta.dirname, 'bare-list'),
        configFile: false,
        logLevel: 'silent',
        plugins: [react()],
        build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } }
    });
    const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };
    const server = await serve((request, response) => {
        const path = request.url ?? '/';
        const body =
            path === '/session' ? Promise.resolve(Buffer.from(session)) : readFile(join(outDir, path === '/' ? 'index.html' : path));
        body.then(
            (text) => {
                const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';
                const type = path === '/session' ? 'application/json' : types[extname(path) || '.html'];
                response.writeHead(200, { 'content-type': type, 'cache-control': kept, 'content-encoding': 'gzip' }).end(gzipSync(text));
            },
            () => response.writeHead(404).end()
        );
    });
    return {
        url: server.url,
        async stop() {
            await server.stop();
            await rm(outDir, { recursive: true, force: true });
        }
    };
}

/** A page with a button that opens the one or the other. */
function serveHost(connectUrl: string, token: string, bareUrl: string) {
    const open = (named?: string) => {
        const options = { connectUrl, sessionToken: token, locale: 'en', theme: 'light', integration: named };
        return `import { openConnectUI } from '/sdk.js'; window.patchbayOpen = () => openConnectUI(${JSON.stringify(options)});`;
    };
    const scripts: Record<string, string> = {
        '/widget': open(),
        '/form': open('app-1'),
        '/bare': `window.patchbayOpen = () => {
            const frame = Object.assign(document.createElement('iframe'), { src: '${bareUrl}/' });
            frame.style.cssText = 'width:440px;height:680px';
            document.body.append(frame);
        };`
    };
    return serve((request, response) => {
        const script = scripts[request.url ?? ''];
        if (request.url === '/sdk.js')
            void readFile(join(root, 'packages/browser-sdk/dist/index.js')).then((text) =>
                response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
            );
        else if (script === undefined) response.writeHead(404).end();
        else
            response
                .writeHead(200, { 'content-type': 'text/html' })
                .end(
                    `<!doctype html><title>Host</title><button>Open</button><script type="module">${script} document.querySelector('button').onclick = window.patchbayOpen;</script>`
                );
    });
}
