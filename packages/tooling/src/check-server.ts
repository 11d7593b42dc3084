import { posix } from 'node:path';
import { callers, callersOfNode, egressDoor, egressParts, guardedFolders } from './import-rules.ts';
import { type Finding, packageNameOf, type SourceFile } from './source-file.ts';

const kernel = 'apps/server/src/kernel/';
const rooms = 'apps/server/src/rooms/';

/** Main → app → routes → verbs → sql, the kernel below all, and rooms see other rooms' verbs only. */
export function checkServerLayers(file: SourceFile): Finding[] {
    if (file.folder !== 'apps/server' || file.isForDevelopment) return [];
    return file.imports.flatMap(({ target, line }) => {
        const sentence = target === undefined ? undefined : complain(file.path, target);
        return sentence === undefined ? [] : [{ file: file.path, line, sentence }];
    });
}

function complain(from: string, to: string): string | undefined {
    const name = posix.basename(to);
    if (egressParts.test(to) && from !== egressDoor && !egressParts.test(from)) {
        return `${name} is a part of the guarded door, and useless or dangerous without it. Import egress.ts.`;
    }
    if (from.startsWith(kernel) && to.startsWith(rooms)) {
        return `The kernel may not import the room ${roomOf(to)}: it knows no domain word. Move the code into the room, or take it as an argument.`;
    }
    if (!to.startsWith(rooms)) return undefined;
    if (from.startsWith(rooms) && roomOf(from) !== roomOf(to) && to.endsWith('.sql.ts')) {
        return `The room ${roomOf(from)} may not use the statements of the room ${roomOf(to)}. Import one of its verbs, or add one.`;
    }
    if (from.startsWith(rooms) && to.endsWith('.routes.ts')) {
        return `${name} is for app.ts alone: nothing calls back up to the routes. Move what is shared into a verb file of the room ${roomOf(to)}.`;
    }
    return undefined;
}

const roomOf = (path: string) => path.slice(rooms.length).split('/', 1)[0] ?? '';

/** Whatever calls out goes through the door; modules of Node's that also listen are refused by the name that is taken from them. */
export function checkCallersImported(file: SourceFile): Finding[] {
    if (!mustUseDoor(file)) return [];
    return file.imports.flatMap(({ specifier, line, isType, names }) => {
        if (isType) return [];
        const module = specifier.replace(/^node:/, '');
        const taken = callersOfNode[module]?.find((name) => names.includes(name));
        const what = taken !== undefined ? `${taken} of ${specifier}` : callers.includes(packageNameOf(specifier)) ? specifier : undefined;
        return what === undefined ? [] : [{ file: file.path, line, sentence: useTheDoor(what) }];
    });
}

/** Whether a file has to reach the network through `egress.ts`. */
export function mustUseDoor({ path, folder, isForDevelopment }: SourceFile): boolean {
    return guardedFolders.includes(folder) && !isForDevelopment && path !== egressDoor && !egressParts.test(path);
}

export function useTheDoor(what: string): string {
    return `${what} reaches the network past the guard. Take egress as an argument (its home is ${egressDoor}).`;
}
