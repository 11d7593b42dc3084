import { createServer } from 'node:net';
import { UserError } from './user-error.mjs';

/**
 * @typedef {object} Address
 * @property {string} variable which environment variable changes the port
 * @property {number} port
 * @property {string} url where a browser finds it
 * @property {string} [use] what it is for, where its variable does not tell
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ api: Address, connect: Address, playground: Address, sandbox: Address,
 * sandboxControl: Address }}
 * @throws {UserError} for an invalid port, or two that are the same
 */
export function readAddresses(env) {
    const sandbox = address(env, 'PATCHBAY_SANDBOX_PORT', 3011, 'PATCHBAY_SANDBOX_URL');
    const addresses = {
        api: address(env, 'PATCHBAY_PORT', 3003, 'PATCHBAY_PUBLIC_URL'),
        connect: address(env, 'PATCHBAY_CONNECT_PORT', 3009, 'PATCHBAY_CONNECT_URL'),
        playground: address(env, 'PATCHBAY_PLAYGROUND_PORT', 3010),
        sandbox,
        // The sandbox takes the next port as well, for its control plane.
        sandboxControl: { ...sandbox, port: sandbox.port + 1, use: ' (the sandbox uses the one after its own as well)' }
    };
    const byPort = new Map();
    for (const { variable, port } of Object.values(addresses)) {
        const other = byPort.get(port);
        if (other !== undefined) throw new UserError(`Port ${port} is used twice, by ${other} and by ${variable}: change one of them.`);
        byPort.set(port, variable);
    }
    return addresses;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} variable
 * @param {number} usualPort
 * @param {string} [urlVariable]
 * @returns {Address}
 */
function address(env, variable, usualPort, urlVariable) {
    const text = env[variable] || String(usualPort);
    const port = Number(text);
    // 65535 is left to the sandbox's second port.
    if (!/^\d+$/.test(text) || port < 1 || port > 65_534)
        throw new UserError(`${variable} must be a port number from 1 to 65534, not "${text}".`);
    return { variable, port, url: (urlVariable && env[urlVariable]) || `http://localhost:${port}` };
}

/**
 * @param {Address[]} addresses
 * @throws {UserError} naming all that can't be listened on
 */
export async function checkPortsAreFree(addresses) {
    const sentences = [];
    for (const { variable, port, use } of addresses) {
        const code = await refusal(port);
        if (code === 'EADDRINUSE')
            sentences.push(`Port ${port}${use ?? ''} is taken by ${await takenBy(port)}: stop it, or set ${variable} to a free port.`);
        if (code === 'EACCES')
            sentences.push(`Port ${port}${use ?? ''} may not be used by this account: set ${variable} to one above 1023.`);
    }
    if (sentences.length > 0) throw new UserError(sentences.join('\n'));
}

/**
 * @param {number} port
 * @returns {Promise<string | undefined>} the code of the first error
 */
async function refusal(port) {
    // A server on one of these hosts leaves the others free, yet would get part of our visitors.
    for (const host of ['127.0.0.1', '::1', '::']) {
        const code = await tryToListen(port, host);
        if (code === 'EADDRINUSE' || code === 'EACCES') return code;
    }
    return undefined;
}

/** @param {number} port */
async function takenBy(port) {
    /** @type {any} */
    const liveness = await fetch(`http://localhost:${port}/livez`, { signal: AbortSignal.timeout(1000) })
        .then((response) => response.json())
        .catch(() => undefined);
    return liveness?.result === 'ok' && typeof liveness.version === 'string' ? 'a Patchbay that runs already' : 'another program';
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error's code, if there was one
 */
function tryToListen(port, host) {
    return new Promise((resolve) => {
        const server = createServer();
        server.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'));
        server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
    });
}
