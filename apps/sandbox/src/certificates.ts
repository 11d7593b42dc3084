import type { Server } from 'node:https';
import { isIPv4 } from 'node:net';
import type { GenerateResult } from 'selfsigned';
import { InvalidInput } from './check-fields.ts';

/** A key with its certificate, as PEM. */
export interface Certificate {
    key: string;
    cert: string;
}

const DAY_MS = 86_400_000;

/** The certificate that the public port shows, in words. */
export const CERTIFICATES = {
    right: 'one that clients accept who trust the authority',
    expired: 'one that ended a day ago',
    not_yet_valid: 'one that begins in a day',
    other_name: 'one for another host',
    unknown_authority: 'one of an unknown authority'
} as const;
export type CertificateKind = keyof typeof CERTIFICATES;

/** @throws {InvalidInput} */
export function requireCertificateKind(value: unknown): CertificateKind {
    if (typeof value === 'string' && isKind(value)) return value;
    throw new InvalidInput(`"kind" must be one of ${Object.keys(CERTIFICATES).join(', ')}.`);
}

function isKind(value: string): value is CertificateKind {
    return Object.hasOwn(CERTIFICATES, value);
}

/** A certificate authority for one run: its key stays in the process, and is gone with it. */
export class ThrowAwayAuthority {
    readonly #hosts: readonly string[];
    readonly #authority: Certificate;

    private constructor(hosts: readonly string[], authority: Certificate) {
        this.#hosts = hosts;
        this.#authority = authority;
    }

    /** @param hosts the names and IPv4 addresses that its certificates are for */
    static async make(hosts: readonly string[]): Promise<ThrowAwayAuthority> {
        return new ThrowAwayAuthority(hosts, await makeAuthority());
    }

    /** What clients have to trust, as PEM. */
    get cert(): string {
        return this.#authority.cert;
    }

    async issue(kind: CertificateKind = 'right'): Promise<Certificate> {
        const hosts = kind === 'other_name' ? ['elsewhere.example'] : this.#hosts;
        const fromDays = kind === 'expired' ? -2 : kind === 'not_yet_valid' ? 1 : -1;
        const days = kind === 'expired' ? 1 : 30;
        const notBeforeDate = new Date(Date.now() + fromDays * DAY_MS);
        return pemOf(
            await generate('Patchbay sandbox', {
                ca: kind === 'unknown_authority' ? await makeAuthority('Another authority') : this.#authority,
                notBeforeDate,
                notAfterDate: new Date(notBeforeDate.getTime() + days * DAY_MS),
                extensions: [
                    { name: 'basicConstraints', cA: false },
                    { name: 'keyUsage', digitalSignature: true, critical: true },
                    { name: 'extKeyUsage', serverAuth: true },
                    {
                        name: 'subjectAltName',
                        altNames: hosts.map((host) => (isIPv4(host) ? { type: 7, ip: host } : { type: 2, value: host }))
                    }
                ]
            })
        );
    }
}

/** Which certificate a server shows. */
export class ServerCertificate {
    readonly #server: Server;
    readonly #authority: ThrowAwayAuthority;
    readonly #right: Certificate;
    #kind: CertificateKind = 'right';

    /** @param right what the server was started with */
    constructor(server: Server, authority: ThrowAwayAuthority, right: Certificate) {
        this.#server = server;
        this.#authority = authority;
        this.#right = right;
    }

    get kind(): CertificateKind {
        return this.#kind;
    }

    async show(kind: CertificateKind): Promise<void> {
        this.#use(kind, kind === 'right' ? this.#right : await this.#authority.issue(kind));
    }

    reset(): void {
        if (this.#kind !== 'right') this.#use('right', this.#right);
    }

    #use(kind: CertificateKind, certificate: Certificate): void {
        this.#kind = kind;
        this.#server.setSecureContext(certificate);
        // Connections that are kept open have seen the other one.
        this.#server.closeIdleConnections();
    }
}

async function makeAuthority(name = 'Patchbay sandbox throw-away authority'): Promise<Certificate> {
    return pemOf(
        await generate(name, {
            notBeforeDate: new Date(Date.now() - DAY_MS),
            notAfterDate: new Date(Date.now() + 30 * DAY_MS),
            extensions: [
                { name: 'basicConstraints', cA: true, critical: true },
                { name: 'keyUsage', keyCertSign: true, critical: true }
            ]
        })
    );
}

async function generate(commonName: string, options: SelfsignedOptions): Promise<GenerateResult> {
    // Only where it is needed: a sandbox without TLS starts faster.
    const selfsigned = await import('selfsigned');
    return selfsigned.generate([{ name: 'commonName', value: commonName }], { keyType: 'ec', algorithm: 'sha256', ...options });
}

type SelfsignedOptions = NonNullable<Parameters<(typeof import('selfsigned'))['generate']>[1]>;

function pemOf({ private: key, cert }: GenerateResult): Certificate {
    return { key, cert };
}
