import { type BindingPattern, type Expression, type ParamPattern, type Span, Visitor } from 'oxc-parser';
import { roomOf } from './check-server.ts';
import { propertyOf } from './check-syntax.ts';
import { serverRooms } from './server-rooms.ts';
import type { Finding, SourceFile } from './source-file.ts';

/**
 * What a room keeps in the process is for it and for higher rooms. `Deps` brings it to every room
 * without an import.
 */
export function checkRoomState(files: readonly SourceFile[]): Finding[] {
    const inRooms = files.flatMap((file) => {
        const room = file.folder === 'apps/server' && !file.isForDevelopment ? roomOf(file.path) : undefined;
        return room === undefined ? [] : [{ file, room }];
    });
    const owners = new Map(inRooms.flatMap(({ file, room }) => declaredState(file).map((name) => [name, room])));
    return inRooms.flatMap(({ file, room }) =>
        [...usesOfDeps(file)].flatMap(([name, offset]) => {
            const owner = owners.get(name);
            if (owner === undefined || serverRooms.indexOf(owner) <= serverRooms.indexOf(room)) return [];
            const sentence = `The room ${room} lies below the room ${owner} and may not use its state ${name}. Move the state into ${room} or lower, or the code into ${owner}.`;
            return [{ file: file.path, line: file.lineAt(offset), sentence }];
        })
    );
}

/** The properties that a room's manifest adds to `Deps`. */
function declaredState({ path, program }: SourceFile): string[] {
    const names: string[] = [];
    if (!path.endsWith('.room.ts')) return names;
    new Visitor({
        TSInterfaceDeclaration({ id, body }) {
            if (id.name !== 'Deps') return;
            for (const member of body.body) {
                if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier') names.push(member.key.name);
            }
        }
    }).visit(program);
    return names;
}

/** What a file uses of `Deps`, by name or by type, each with its first place. */
function usesOfDeps({ path, program, text }: SourceFile): ReadonlyMap<string, number> {
    const uses = new Map<string, number>();
    const add = (name: string, offset: number) => void (uses.has(name) || uses.set(name, offset));
    const textOf = (node: Span | null | undefined) => (node ? text.slice(node.start, node.end) : '');
    const isTypeOfDeps = (type: Span | null | undefined) => /\b(?:Handler)?Deps\b/.test(textOf(type));
    const parameters = new Set(['deps']);
    const isDeps = (node: Expression | null) =>
        (node?.type === 'Identifier' && parameters.has(node.name)) || (node?.type === 'MemberExpression' && propertyOf(node) === 'deps');
    const addPattern = (pattern: BindingPattern) => {
        if (pattern.type !== 'ObjectPattern') return;
        for (const one of pattern.properties) {
            if (one.type === 'Property' && one.key.type === 'Identifier') add(one.key.name, one.start);
        }
    };
    const addParameters = ({ params }: { params: readonly ParamPattern[] }) => {
        for (const [index, param] of params.entries()) {
            if (param.type === 'TSParameterProperty' || param.type === 'RestElement') continue;
            // A route's handler takes it first, without a type.
            const isOfHandler = index === 0 && !param.typeAnnotation && path.endsWith('.routes.ts');
            if (isTypeOfDeps(param.typeAnnotation)) {
                if (param.type === 'Identifier') parameters.add(param.name);
                addPattern(param);
            } else if (isOfHandler) addPattern(param);
        }
    };
    new Visitor({
        FunctionDeclaration: addParameters,
        FunctionExpression: addParameters,
        ArrowFunctionExpression: addParameters,
        VariableDeclarator({ id, init }) {
            if (isDeps(init)) addPattern(id);
        },
        MemberExpression(node) {
            const name = propertyOf(node);
            if (name !== undefined && isDeps(node.object)) add(name, node.start);
        },
        // `Pick<Deps, 'db'>`
        TSTypeParameterInstantiation({ params: [of, names] }) {
            if (!names || !/^(?:Handler)?Deps$/.test(textOf(of))) return;
            for (const { 1: name = '', index } of textOf(names).matchAll(/'(\w+)'/g)) add(name, names.start + index);
        }
    }).visit(program);
    return uses;
}
