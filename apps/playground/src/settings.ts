export interface Settings {
    port: number;
    secretKey: string;
    /** Where the Patchbay API answers. */
    publicUrl: string;
    /** The origin that the page loads the Connect UI from. */
    connectUrl: string;
    sandbox: SandboxAddresses;
}

export interface SandboxAddresses {
    /** For people: the sandbox's first page lists its keys. */
    pageUrl: string;
    /** For this backend: by number, because `*.localhost` is a name to browsers only. */
    controlUrl: string;
}

/** Its message is a sentence for the person who starts the playground. */
export class SettingsError extends Error {}

/** @throws {SettingsError} naming the variable that is wrong */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
    const secretKey = env.PATCHBAY_SECRET_KEY;
    if (!secretKey)
        throw new SettingsError(
            'PATCHBAY_SECRET_KEY is missing: the playground needs a secret key of your Patchbay server (`npm start` passes it along).'
        );
    const sandboxUrl = urlFrom(env, 'PATCHBAY_SANDBOX_URL', 'http://localhost:3011');
    const sandboxPort = portFrom(env, 'PATCHBAY_SANDBOX_PORT', Number(new URL(sandboxUrl).port) || 80);
    const controlPort = portFrom(env, 'PATCHBAY_SANDBOX_CONTROL_PORT', sandboxPort + 1);
    return {
        port: portFrom(env, 'PATCHBAY_PLAYGROUND_PORT', 3010),
        secretKey,
        publicUrl: urlFrom(env, 'PATCHBAY_PUBLIC_URL', 'http://localhost:3003'),
        connectUrl: new URL(urlFrom(env, 'PATCHBAY_CONNECT_URL', 'http://localhost:3009')).origin,
        sandbox: {
            pageUrl: new URL(sandboxUrl).origin,
            controlUrl: `http://127.0.0.1:${controlPort}`
        }
    };
}

function portFrom(env: Readonly<Record<string, string | undefined>>, variable: string, fallback: number): number {
    const text = env[variable] || String(fallback);
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
        throw new SettingsError(`${variable} must be a port number (0 to 65535), not "${text}".`);
    return Number(text);
}

function urlFrom(env: Readonly<Record<string, string | undefined>>, variable: string, fallback: string): string {
    const text = env[variable] || fallback;
    if (!/^https?:\/\//.test(text) || !URL.canParse(text))
        throw new SettingsError(`${variable} must be a full address such as ${fallback}, not "${text}".`);
    return text;
}
