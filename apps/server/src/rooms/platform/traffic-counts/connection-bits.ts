/** Linear counting (Whang et al., 1990): within some 10 % up to a thousand, and few are exact. */
const bits = 256;

export type ConnectionBits = Uint8Array;

export const noConnections = (): ConnectionBits => new Uint8Array(bits / 8);

/** @param id unlike that of every other connection of the environment */
export function addConnection(to: ConnectionBits, id: string): void {
    const bit = fnv1a(id) % bits;
    to[bit >> 3]! |= 0x80 >> (bit & 7);
}

export function addConnections(to: ConnectionBits, more: ConnectionBits): void {
    for (let index = 0; index < to.length; index += 1) to[index]! |= more[index] ?? 0;
}

/** As PostgreSQL reads a `bit(256)`. */
export function bitText(connections: ConnectionBits): string {
    return `x${Buffer.from(connections).toString('hex')}`;
}

/** Of a `bit(256)` as PostgreSQL writes it: 0 and 1. */
export function parseConnections(text: string): ConnectionBits {
    const connections = noConnections();
    for (let bit = text.indexOf('1'); bit !== -1; bit = text.indexOf('1', bit + 1)) connections[bit >> 3]! |= 0x80 >> (bit & 7);
    return connections;
}

/** About how many connections it has. */
export function countConnections(connections: ConnectionBits): number {
    let set = 0;
    for (let byte of connections) for (; byte !== 0; byte &= byte - 1) set += 1;
    return estimateConnections(set);
}

/** About how many connections have set so many bits. */
export function estimateConnections(set: number): number {
    const empty = Math.max(bits - set, 1);
    return Math.round(bits * Math.log(bits / empty));
}

/** FNV-1a of 32 bits (draft-eastlake-fnv). */
function fnv1a(text: string): number {
    let hash = 0x811c9dc5;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    // The low bits of a 32-bit FNV are its weakest.
    return (hash ^ (hash >>> 16)) >>> 0;
}
