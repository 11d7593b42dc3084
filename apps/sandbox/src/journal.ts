import { createHash } from 'node:crypto';
import { InvalidInput } from './check-fields.ts';
import { formOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** One request the public port received. Secrets appear only as the hex SHA-256 of their value. */
export interface JournalEntry {
    method: string;
    path: string;
    query: Record<string, string[]>;
    /** Fields of a form-encoded body. */
    form: Record<string, string[]>;
    header_names: string[];
    /** Hashes of the credential headers that were sent. */
    secret_headers: Record<string, string>;
    /** How much of the body was read. */
    body_bytes: number;
    /** Hex SHA-256 of the body; of an empty one where it is streamed. */
    body_sha256: string;
    /** Hex SHA-256 of path and query exactly as they were sent. */
    target_sha256: string;
    /** null while unanswered, and for ever if the connection ended without a reply. */
    status: number | null;
    /**
     * Whether the caller disconnected before the response was complete; a fault's disconnect is
     * none.
     */
    aborted: boolean;
    /** When its headers arrived; at an emulator on its clock, when its body had. */
    time: string;
}

const SECRET_HEADERS = ['authorization', 'x-api-key', 'x-application-secret'];
const SECRET_PARAMETERS = new Set(['code', 'client_secret', 'refresh_token', 'code_verifier', 'access_token', 'token', 'id_token_hint']);
/** Older entries give way, so that a long run stays small. */
const MAX_ENTRIES = 10_000;

export class Journal {
    #entries: JournalEntry[] = [];
    readonly #timeOf: (exchange: Exchange) => number;

    constructor(timeOf = ({ arrivedAtMs }: Exchange): number => performance.timeOrigin + arrivedAtMs) {
        this.#timeOf = timeOf;
    }

    record(exchange: Exchange): void {
        const { request, response, method, url } = exchange;
        const { socket } = request;
        const entry: JournalEntry = {
            method,
            path: url.pathname,
            query: withoutSecrets(url.searchParams),
            form: withoutSecrets(formOf(exchange)),
            header_names: Object.keys(request.headers),
            secret_headers: Object.fromEntries(
                SECRET_HEADERS.flatMap((name) => {
                    const value = request.headers[name];
                    return typeof value === 'string' ? [[name, hash(value)]] : [];
                })
            ),
            body_bytes: exchange.bodyBytes,
            body_sha256: hash(exchange.body),
            target_sha256: hash(request.url ?? ''),
            status: null,
            aborted: false,
            time: new Date(this.#timeOf(exchange)).toISOString()
        };
        const settle = () => {
            entry.status = response.headersSent ? response.statusCode : null;
            entry.body_bytes = exchange.bodyBytes;
            // A socket that was closed here has neither come to its end nor failed.
            entry.aborted = !response.writableFinished && (socket.readableEnded || socket.errored !== null);
        };
        if (response.closed) settle();
        response.once('finish', settle).once('close', settle);
        this.#entries.push(entry);
        if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    }

    list(path: RegExp): JournalEntry[] {
        return this.#entries.filter((entry) => path.test(entry.path));
    }

    clear(): void {
        this.#entries = [];
    }
}

/** @throws {InvalidInput} if it is no regular expression */
export function readPattern(source: string): RegExp {
    try {
        return new RegExp(source);
    } catch {
        throw new InvalidInput('"path_regex" is not a regular expression.');
    }
}

function withoutSecrets(parameters: URLSearchParams): Record<string, string[]> {
    const show = (name: string) => parameters.getAll(name).map((value) => (SECRET_PARAMETERS.has(name) ? hash(value) : value));
    return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, show(name)]));
}

/** @returns hex SHA-256, as a test can work it out from a secret it knows */
export function hash(secret: string | Buffer): string {
    return createHash('sha256').update(secret).digest('hex');
}
