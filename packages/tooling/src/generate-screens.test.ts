import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { screenFolders, screensFolder, screenSources } from './generate-screens.ts';

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-screens-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
    }
}

test.each(Object.entries(screenSources(screenFolders(screensFolder))))('%s lists the folders of screens/ (npm run gen)', (path, text) => {
    expect(readFileSync(join(screensFolder, '..', path), 'utf8')).toBe(text);
});

test('a folder with a record, a view and stories is a state of the widget', () => {
    write({
        'two-words/state.ts':
            'export type TwoWordsEvent = { type: "a" };\nexport const twoWords = stateRecord<TwoWordsState, TwoWordsEvent>({});',
        'two-words/Words.tsx': 'export function WordsScreen({ flow }: LaterViewProps<TwoWordsState>) {}',
        'two-words/stories.ts': '',
        'plain/state.ts': 'export const plain = stateRecord<PlainState>({});',
        'plain/Plain.tsx': 'export const PlainScreen: FirstView<PlainState> = Skeleton;',
        'plain/stories.ts': '',
        'parts/Bar.tsx': 'export function Bar() {}',
        'dialog/stories.ts': ''
    });
    const made = screenSources(screenFolders(folder));
    expect(made['screens/states.gen.ts']).toContain(
        "import { twoWords, type TwoWordsEvent, type TwoWordsState } from './two-words/state.ts';"
    );
    expect(made['screens/states.gen.ts']).toContain("export type FirstState = 'plain';");
    expect(made['screens/later-views.gen.ts']).toContain('twoWords: WordsScreen');
    expect(made['screens/first-views.gen.ts']).toContain('plain: PlainScreen');
    expect(made['stories/every-story.gen.ts']?.match(/^ {4}\.\.\.\w+\.stories/gm)).toEqual(
        ['dialog', 'plain', 'twoWords'].map((name) => `    ...${name}.stories`)
    );
});

test('a state without a view or without stories is refused, with what is missing', () => {
    write({ 'bare/state.ts': 'export const bare = stateRecord<BareState>({});' });
    expect(() => screenFolders(folder)).toThrow('screens/bare has no view: export a component whose name ends in Screen.');
    write({ 'bare/Bare.tsx': 'export function BareScreen({ flow }: LaterViewProps<BareState>) {}' });
    expect(() => screenFolders(folder)).toThrow('screens/bare has no stories: export stories from stories.ts.');
});
