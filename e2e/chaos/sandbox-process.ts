import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The sandbox as its own process, so that readers and servers do not share its event loop. */
export interface SandboxProcess {
    url: string;
    /** A verb of its control plane. @param body absent: a GET */
    control(verb: string, body?: unknown): Promise<unknown>;
    stop(): Promise<void>;
}

export async function spawnSandbox(): Promise<SandboxProcess> {
    const main = fileURLToPath(new URL('main.ts', import.meta.resolve('@patchbay/sandbox')));
    const child = spawn(process.execPath, [main], {
        env: { ...process.env, PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_CONTROL_PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit']
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { url, controlUrl }: { url: string; controlUrl: string } = JSON.parse(String(line));
    return {
        url,
        async control(verb, body) {
            const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
            const response = await fetch(`${controlUrl}/_ctl/${verb}`, init);
            if (!response.ok) throw new Error(`The sandbox refuses ${verb}: ${await response.text()}`);
            return response.json();
        },
        async stop() {
            const exit = once(child, 'exit');
            child.kill('SIGTERM');
            await exit;
        }
    };
}
