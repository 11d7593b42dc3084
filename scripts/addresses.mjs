import { createServer } from 'node:net';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Address
 * @property {string} variable which environment variable changes the port
 * @property {number} port
 * @property {string} url where a browser finds it
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ api: Address, connect: Address, playground: Address, sandbox: Address, sandboxControl: Address }}
 * @throws {Problem} for a port that is none, or two that are the same
 */
export function readAddresses(env) {
    const sandbox = address(env, 'PATCHBAY_SANDBOX_PORT', 3011, 'PATCHBAY_SANDBOX_URL');
    const addresses = {
        api: address(env, 'PATCHBAY_PORT', 3003, 'PATCHBAY_PUBLIC_URL'),
        connect: address(env, 'PATCHBAY_CONNECT_PORT', 3009, 'PATCHBAY_CONNECT_URL'),
        playground: address(env, 'PATCHBAY_PLAYGROUND_PORT', 3010),
        sandbox,
        // The sandbox takes the next port as well, for its control plane.
        sandboxControl: { ...sandbox, port: sandbox.port + 1 }
    };
    const byPort = new Map();
    for (const { variable, port } of Object.values(addresses)) {
        const other = byPort.get(port);
        if (other !== undefined) throw new Problem(`Port ${port} is asked for twice, by ${other} and by ${variable}: change one of them.`);
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
        throw new Problem(`${variable} must be a port number from 1 to 65534, not "${text}".`);
    return { variable, port, url: (urlVariable && env[urlVariable]) || `http://localhost:${port}` };
}

/**
 * @param {Address[]} addresses
 * @throws {Problem} naming the first one that can't be listened on
 */
export async function checkPortsAreFree(addresses) {
    for (const { variable, port } of addresses) {
        // A server on one of these hosts leaves the others free, yet would get part of our visitors.
        for (const host of ['127.0.0.1', '::1', '::']) {
            const code = await tryToListen(port, host);
            if (code === 'EADDRINUSE')
                throw new Problem(`Port ${port} is taken by another program: stop it, or set ${variable} to a free port.`);
            if (code === 'EACCES') throw new Problem(`Port ${port} may not be used by this account: set ${variable} to one above 1023.`);
        }
    }
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
