import { appendFileSync } from 'node:fs';
import { Socket, type SocketConnectOpts } from 'node:net';

/**
 * Loaded into a program before it starts (`node --import`): keeps it from all hosts but this one,
 * and writes their names into the file that `REACHED_FOR` names.
 */
const here = ['localhost', '127.0.0.1', '::1'];
const connect = Socket.prototype.connect;

Socket.prototype.connect = function connectHere(this: Socket, ...given: unknown[]): Socket {
    const host = hostIn(given);
    if (host !== undefined && !here.includes(host)) {
        appendFileSync(process.env['REACHED_FOR'] ?? '', `${host}\n`);
        return this.destroy(new Error(`${host} is not to be reached.`));
    }
    return Reflect.apply(connect, this, given);
};

/** Undefined: a local socket, or this host. Node itself passes its arguments on as an array. */
function hostIn([first, second]: unknown[]): string | undefined {
    const options = (Array.isArray(first) ? first[0] : first) as SocketConnectOpts | string | number | undefined;
    if (typeof options !== 'object') return typeof second === 'string' ? second : undefined;
    return 'host' in options ? options.host : undefined;
}
