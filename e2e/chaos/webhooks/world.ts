import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '../cluster.ts';
import { makeFolder, removeFolder } from '../folder.ts';
import { randomFrom } from '../random.ts';
import { Customer } from './customer.ts';
import { countPending } from './database.ts';
import { Receiver } from './receiver.ts';

const pollMs = 50;

/** A server with the role `web`, a database, a receiver, and the customers of both environments. */
export interface World extends AsyncDisposable {
    cluster: Cluster;
    receiver: Receiver;
    dev: Customer;
    prod: Customer;
    /** Until it is so, or for so long. */
    until(isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<void>;
    /** Until nothing is due, or for so long. */
    untilDelivered(patienceMs: number): Promise<void>;
}

export async function startWorld(seed: number): Promise<World> {
    const folder = makeFolder();
    await using started = new AsyncDisposableStack();
    started.defer(() => removeFolder(folder, folder));
    const keysFile = join(folder, 'keys.txt');
    const receiver = started.use(await Receiver.start(randomFrom(seed)));
    const cluster = started.use(
        await Cluster.start(1, {
            PATCHBAY_ROLES: 'web',
            PATCHBAY_ALLOW_PRIVATE_HOSTS: receiver.host,
            PATCHBAY_KEYS_FILE: keysFile
        })
    );
    const [dev, prod] = [new Customer(cluster, cluster.secretKey), new Customer(cluster, keyOf('prod', keysFile))];
    await dev.prepare();
    await prod.prepare();
    const resources = started.move();
    return {
        cluster,
        receiver,
        dev,
        prod,
        until,
        untilDelivered: (patienceMs) =>
            until(async () => {
                const { due, undispatched } = await countPending(cluster);
                return due === 0 && undispatched === 0;
            }, patienceMs),
        [Symbol.asyncDispose]: () => resources.disposeAsync()
    };
}

async function until(isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await isSo()) && performance.now() < end) await sleep(pollMs);
}

/** Of an environment, from the file that the first start writes. */
function keyOf(environment: string, keysFile: string): string {
    const start = `${environment}: `;
    const line = readFileSync(keysFile, 'utf8')
        .split('\n')
        .find((each) => each.startsWith(start));
    return line?.slice(start.length) ?? '';
}
