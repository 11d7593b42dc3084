import { posix } from 'node:path';
import { callers, callersOfNode, egressModule, egressInternals, guardedFolders, importsFromAboveRooms } from './import-rules.ts';
import { serverRooms } from './server-rooms.ts';
import { type Finding, packageNameOf, type SourceFile } from './source-file.ts';

const kernel = 'apps/server/src/kernel/';
const server = 'apps/server/src/';
const rooms = `${server}rooms/`;
const tableOfContents = 'apps/server/src/rooms.ts';

/**
 * Main → rooms → routes → verbs → sql, rooms in the order of {@link serverRooms}, kernel below all.
 * Types count.
 */
export function checkServerLayers(file: SourceFile): Finding[] {
    if (file.folder !== 'apps/server' || file.isForDevelopment) return [];
    const found = (line: number, sentence: string | undefined) => (sentence === undefined ? [] : [{ file: file.path, line, sentence }]);
    const isLost = file.path.startsWith(rooms) && roomOf(file.path) === undefined;
    return [
        ...found(1, isLost ? `This folder is no room. Give it a line in serverRooms of packages/tooling/src/server-rooms.ts.` : undefined),
        ...file.imports.flatMap(({ target, line }) => found(line, target === undefined ? undefined : complain(file.path, target)))
    ];
}

function complain(from: string, to: string): string | undefined {
    const name = posix.basename(to);
    if (egressInternals.test(to) && from !== egressModule && !egressInternals.test(from)) {
        return `${name} is a part of the guarded door, and useless or dangerous without it. Import egress.ts.`;
    }
    const room = roomOf(to);
    if (from.startsWith(kernel) && !to.startsWith(kernel) && to.endsWith('.ts')) {
        return `The kernel may not import ${room === undefined ? name : `the room ${room}`}: it knows no domain word. Move the code out of it, or take it as an argument.`;
    }
    if (room === undefined) return undefined;
    const own = roomOf(from);
    if (own === undefined) {
        const isListed = from === tableOfContents ? to.endsWith('.room.ts') : isListedAboveRooms(from, to);
        if (isListed || from.startsWith(rooms)) return undefined;
        return `${posix.basename(from)} stands above the rooms, and may not import ${name} of the room ${room}. Let ${posix.basename(room)}.room.ts carry it, or give it a line with its reason in importsFromAboveRooms of packages/tooling/src/import-rules.ts.`;
    }
    const isOwn = room === own || room.startsWith(`${own}/`);
    if (to.endsWith('.room.ts') || (to.endsWith('.routes.ts') && !(isOwn && from.endsWith('.room.ts')))) {
        return `Nothing calls back up to ${name}: what a room adds to the server is for its ${posix.basename(room)}.room.ts and rooms.ts. Move what is shared into a verb file of the room ${room}.`;
    }
    // A room is made of its folders, though its own files are below them.
    const isMadeOfIt = isOwn && /\.(?:room|routes)\.ts$/.test(from);
    if (!isMadeOfIt && serverRooms.indexOf(room) > serverRooms.indexOf(own)) {
        return `The room ${own} lies below the room ${room} and may not import it. Move what both need into ${own} or lower, or the route into ${room}.`;
    }
    return undefined;
}

function isListedAboveRooms(from: string, to: string): boolean {
    const listed = importsFromAboveRooms[from.slice(server.length)] ?? {};
    return Object.hasOwn(listed, to.slice(rooms.length));
}

/** Every room is in the server's table of contents, whatever it adds to the server. */
export function checkTableOfContents(files: readonly SourceFile[]): Finding[] {
    const contents = files.find(({ path }) => path === tableOfContents);
    if (!contents) return [];
    const listed = new Set(contents.imports.map(({ target }) => target));
    const present = new Set(files.map(({ path }) => roomOf(path)));
    return serverRooms.flatMap((room) => {
        const isFolderOfRoom = serverRooms.some((other) => room.startsWith(`${other}/`));
        const manifest = `${rooms}${room}/${posix.basename(room)}.room.ts`;
        if (isFolderOfRoom || !present.has(room) || listed.has(manifest)) return [];
        const sentence = `The room ${room} is missing in the table of contents. Give it a ${posix.basename(manifest)}, and import that here.`;
        return [{ file: contents.path, line: 1, sentence }];
    });
}

/** Every room, and each folder of a large one, has tests beside its code. */
export function checkRoomTests(files: readonly SourceFile[]): Finding[] {
    // A workspace without a table of contents is a part of a server.
    if (!files.some(({ path }) => path === tableOfContents)) return [];
    return serverRooms.flatMap((room) => {
        const own = files.filter(({ path }) => roomOf(path) === room);
        const first = own.find(({ isForDevelopment }) => !isForDevelopment);
        if (!first || own.some(({ path }) => path.endsWith('.test.ts'))) return [];
        return [{ file: first.path, line: 1, sentence: `The room ${room} has no test. Put one beside its code, or move one there.` }];
    });
}

/** The last that matches: a room's folders stand after it. */
export const roomOf = (path: string) => serverRooms.findLast((room) => path.startsWith(`${rooms}${room}/`));

/**
 * Outgoing calls go through egress; in Node's modules that also listen, only the callers are
 * refused.
 */
export function checkCallersImported(file: SourceFile): Finding[] {
    if (!mustUseEgress(file)) return [];
    return file.imports.flatMap(({ specifier, line, isType, names }) => {
        if (isType) return [];
        const module = specifier.replace(/^node:/, '');
        const taken = callersOfNode[module]?.find((name) => names.includes(name));
        const what = taken !== undefined ? `${taken} of ${specifier}` : callers.includes(packageNameOf(specifier)) ? specifier : undefined;
        return what === undefined ? [] : [{ file: file.path, line, sentence: sentenceAboutEgress(what) }];
    });
}

/** Whether a file has to reach the network through `egress.ts`. */
export function mustUseEgress({ path, folder, isForDevelopment }: SourceFile): boolean {
    return guardedFolders.includes(folder) && !isForDevelopment && path !== egressModule && !egressInternals.test(path);
}

export function sentenceAboutEgress(what: string): string {
    return `${what} reaches the network past the guard. Take egress as an argument (its home is ${egressModule}).`;
}
