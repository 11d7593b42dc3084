import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../../../apps/connect-ui/src');
export const screensFolder = join(source, 'screens');

/** What a folder below `screens/` declares. */
interface ScreenFolder {
    name: string;
    /** Absent in a folder without a state, such as a dialog's. */
    state?: { record: string; type: string; event: string | undefined };
    view?: { name: string; file: string; isFirst: boolean };
    hasStories: boolean;
}

/** Reads the folders, sorted by name. @throws where a state lacks its view or its stories */
export function screenFolders(folder: string): ScreenFolder[] {
    const names = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
    const screens = names.toSorted().map((name) => screenFolder(join(folder, name), name));
    for (const { name, state, view, hasStories } of screens) {
        if (state && !view) throw new Error(`screens/${name} has no view: export a component whose name ends in Screen.`);
        if (state && !hasStories) throw new Error(`screens/${name} has no stories: export stories from stories.ts.`);
    }
    return screens;
}

function screenFolder(path: string, name: string): ScreenFolder {
    const files = readdirSync(path);
    const texts = new Map(files.map((file) => [file, readFileSync(join(path, file), 'utf8')]));
    const code = texts.get('state.ts') ?? '';
    const [, record, type] = code.match(/^export const (\w+) = stateRecord<(\w+)/m) ?? [];
    const [, event] = code.match(/^export type (\w+Event)\b/m) ?? [];
    const views = [...texts].flatMap(([file, text]) => {
        const [, view] = (/\.test\./.test(file) ? null : text.match(/^export (?:function|const) (\w+Screen)\b/m)) ?? [];
        return view === undefined ? [] : [{ name: view, file, isFirst: /\bFirstView(?:Props)?</.test(text) }];
    });
    return {
        name,
        ...(record === undefined || type === undefined ? {} : { state: { record, type, event } }),
        ...(views[0] ? { view: views[0] } : {}),
        hasStories: texts.has('stories.ts')
    };
}

/** The generated files, by their path below the widget's sources. */
export function screenSources(screens: readonly ScreenFolder[]): Record<string, string> {
    const states = screens.flatMap(({ name, state, view }) => (state && view ? [{ name, ...state, view }] : []));
    const told = screens.filter(({ hasStories }) => hasStories);
    const events = states.flatMap(({ event }) => event ?? []);
    const views = (isFirst: boolean) => states.filter(({ view }) => view.isFirst === isFirst);
    return {
        'screens/states.gen.ts': lines(
            ...states.map(({ name, record, type, event }) => {
                const types = [event, type].flatMap((one) => (one === undefined ? [] : `type ${one}`));
                return `import { ${[record, ...types].join(', ')} } from './${name}/state.ts';`;
            }),
            "import type { StateRecord } from './state-record.ts';",
            '',
            '/** What is on screen, the question whether to leave aside. */',
            `export type ScreenState =\n${states.map(({ type }) => `    | ${type}`).join('\n')};`,
            '',
            '/** What end users do on one screen alone. */',
            `export type OwnEvent =\n${events.map((event) => `    | ${event}`).join('\n')};`,
            '',
            "export type StateName = ScreenState['state'];",
            '/** The flow while it is in one of these states. */',
            'export type FlowIn<S extends StateName> = Extract<ScreenState, { state: S }>;',
            "/** The states whose screens come with the widget's first file. */",
            `export type FirstState = ${views(true)
                .map(({ record }) => `'${record}'`)
                .join(' | ')};`,
            '/** The states about one integration, whose screens are in a file of their own. */',
            'export type LaterState = Exclude<StateName, FirstState>;',
            '',
            'export const states: { readonly [S in StateName]: StateRecord<FlowIn<S>> } = {',
            states.map(({ record }) => `    ${record}`).join(',\n'),
            '};'
        ),
        'screens/first-views.gen.ts': viewsSource('First', views(true)),
        'screens/later-views.gen.ts': viewsSource('Later', views(false)),
        'stories/every-story.gen.ts': lines(
            ...told.map(({ name }) => `import * as ${camelCase(name)} from '../screens/${name}/stories.ts';`),
            '',
            '/** One of every state that the end user can see. */',
            'export const everyStory = {',
            told.map(({ name }) => `    ...${camelCase(name)}.stories`).join(',\n'),
            '};',
            '',
            '/** What the texts of the screens claim. */',
            'export const everyClaim = {',
            told.map(({ name }) => `    ...${camelCase(name)}.claims`).join(',\n'),
            '};',
            '',
            '/** Samples of what end users do on the screens. */',
            'export const everyEvent = [',
            told
                .filter(({ state }) => state?.event !== undefined)
                .map(({ name }) => `    ...${camelCase(name)}.events`)
                .join(',\n'),
            '];'
        )
    };
}

function viewsSource(
    kind: 'First' | 'Later',
    states: readonly { name: string; record: string; view: { name: string; file: string } }[]
): string {
    return lines(
        ...states.map(({ name, view }) => `import { ${view.name} } from './${name}/${view.file}';`),
        `import type { FlowIn, ${kind}State } from './states.gen.ts';`,
        `import type { ${kind}View } from './view.ts';`,
        '',
        `export const ${kind.toLowerCase()}Views: { readonly [S in ${kind}State]: ${kind}View<FlowIn<S>> } = {`,
        states.map(({ record, view }) => `    ${record}: ${view.name}`).join(',\n'),
        '};'
    );
}

function lines(...text: string[]): string {
    return ['// Written by `npm run gen` from the folders of `screens/`. Do not edit.', ...text, ''].join('\n');
}

function camelCase(name: string): string {
    return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Writes what lists the widget's states, their views and stories. */
export function generateScreens(): void {
    for (const [path, text] of Object.entries(screenSources(screenFolders(screensFolder)))) writeFileSync(join(source, path), text);
}
