import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { Webhook } from 'standardwebhooks';

/** How it responds. `endless`: with 200 and a body that never ends; `silent`: not at all. */
type Behaviour = 'well' | 'timeouts' | 'endless' | 'silent';

/** One event as it arrived for the first time. */
interface First {
    at: number;
    body: string;
}

const timeoutShare = 0.3;
const chunkEveryMs = 100;

/** A customer's backend, with the faults that those have. It keeps what arrived. */
export class Receiver implements AsyncDisposable {
    readonly host: string;
    /** By `webhook-id`. */
    readonly firsts = new Map<string, First>();
    /** Those that it has responded to with 200. */
    readonly accepted = new Set<string>();
    /** Arrivals of what it had accepted before. */
    duplicates = 0;
    arrivals = 0;
    /** Of each event at each path, as "/path id". */
    readonly arrivalsOf = new Map<string, number>();
    /** What is wrong with what arrived. */
    readonly wrong: string[] = [];
    behaviour: Behaviour = 'well';
    /** Where it does not respond, whatever it does elsewhere. */
    silentAt: (path: string) => boolean = () => false;
    /** Whether it responds to this event with 500. */
    refuses: (payload: Record<string, unknown>) => boolean = () => false;
    /** Called for each arrival. */
    onArrival: (path: string, id: string) => void = () => {};
    readonly #held = new Set<ServerResponse>();
    readonly #verifiers = new Map<string, Webhook>();
    readonly #port: number;
    readonly #random: () => number;
    #server: Server | undefined;

    private constructor(port: number, random: () => number) {
        this.#port = port;
        this.#random = random;
        this.host = `127.0.0.1:${port}`;
    }

    static async start(random: () => number): Promise<Receiver> {
        const [port = 0] = await freePorts(1);
        const receiver = new Receiver(port, random);
        await receiver.comeBack();
        return receiver;
    }

    /** @param signingKey what arrives there has to be signed with */
    expectAt(path: string, signingKey: string): void {
        this.#verifiers.set(path, new Webhook(signingKey));
    }

    url(path: string): string {
        return `http://${this.host}${path}`;
    }

    /** From now on connections are refused. */
    async goAway(): Promise<void> {
        const server = this.#server;
        this.#server = undefined;
        if (!server) return;
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
    }

    async comeBack(): Promise<void> {
        if (this.#server) return;
        const server = createServer((request, response) => void this.#take(request, response));
        server.listen(this.#port, '127.0.0.1', 4096);
        await once(server, 'listening');
        this.#server = server;
    }

    /** Responds at last to those that wait, with 200. */
    releaseHeld(): void {
        for (const response of this.#held) response.end('ok');
    }

    async [Symbol.asyncDispose](): Promise<void> {
        await this.goAway();
    }

    async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
        const chunks: Buffer[] = [];
        try {
            for await (const chunk of request) chunks.push(chunk);
        } catch {
            // Its sender was killed, or the receiver goes away.
            return;
        }
        const body = Buffer.concat(chunks).toString();
        const id = String(request.headers['webhook-id']);
        this.#note(request, id, body);
        this.#respond(response, { path: request.url ?? '', id, body });
    }

    #note({ url: path = '', headers }: IncomingMessage, id: string, body: string): void {
        this.arrivals += 1;
        const key = `${path} ${id}`;
        this.arrivalsOf.set(key, (this.arrivalsOf.get(key) ?? 0) + 1);
        if (this.accepted.has(id)) this.duplicates += 1;
        const first = this.firsts.get(id);
        if (!first) this.firsts.set(id, { at: Date.now(), body });
        else if (first.body !== body) this.wrong.push(`another body of ${id}`);
        try {
            // Absent ones are no strings, and do not verify.
            this.#verifiers.get(path)?.verify(body, headers as Record<string, string>);
        } catch {
            this.wrong.push(`signature of ${id}`);
        }
        this.onArrival(path, id);
    }

    #respond(response: ServerResponse, { path, id, body }: { path: string; id: string; body: string }): void {
        if (this.#isSilent(path)) {
            this.#held.add(response);
            return void response.on('close', () => this.#held.delete(response));
        }
        // What was signed is an object.
        if (this.refuses(JSON.parse(body) as Record<string, unknown>)) return void response.writeHead(500).end();
        this.accepted.add(id);
        if (this.behaviour !== 'endless') return void response.end('ok');
        response.writeHead(200);
        const timer = setInterval(() => response.write('more'), chunkEveryMs);
        response.on('close', () => clearInterval(timer)).on('error', () => {});
    }

    #isSilent(path: string): boolean {
        if (this.behaviour === 'silent' || this.silentAt(path)) return true;
        return this.behaviour === 'timeouts' && this.#random() < timeoutShare;
    }
}
