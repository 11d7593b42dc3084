import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { goKeys } from './go-keys.ts';
import { useKeySettings } from './key-settings.ts';
import { KeySwitches } from './KeySwitches.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Which keys there are, and whether they work. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
    const { single, go } = useKeySettings();
    return (
        <Dialog title="Keyboard shortcuts" onClose={onClose}>
            <Keys title="Anywhere">
                <Key keys={[isApple ? '⌘' : 'Ctrl', 'K']}>Search, and act</Key>
                <Key keys={['/']} isOff={!single}>
                    Search the page
                </Key>
                <Key keys={['?']} isOff={!single}>
                    Show these shortcuts
                </Key>
                <Key keys={[isApple ? '⌘' : 'Ctrl', 'Z']}>Undo, while it is offered</Key>
                <Key keys={['Esc']}>Close a dialog</Key>
            </Keys>
            <Keys title="In a list">
                <Key keys={['J']}>Next row</Key>
                <Key keys={['K']}>Row before</Key>
                <Key keys={['Enter']}>Open the row</Key>
            </Keys>
            <Keys title="Go to a page" isOff={!go}>
                {Object.entries(goKeys).map(([key, { name }]) => (
                    <Key key={key} keys={['G', key.toUpperCase()]}>
                        {name}
                    </Key>
                ))}
            </Keys>
            <KeySwitches />
            <DialogActions>
                <Button onClick={onClose}>Close</Button>
            </DialogActions>
        </Dialog>
    );
}

function Keys({ title, isOff = false, children }: { title: string; isOff?: boolean; children: ReactNode }) {
    return (
        <section>
            <h3 className="font-semibold">
                {title}
                {isOff && <Off />}
            </h3>
            <dl className="grid gap-x-6 sm:grid-cols-2">{children}</dl>
        </section>
    );
}

const Off = () => <span className="text-small font-normal text-text-2"> (off)</span>;

function Key({ keys, isOff = false, children }: { keys: readonly string[]; isOff?: boolean; children: string }) {
    return (
        <div className="flex flex-row-reverse items-center justify-between gap-3 py-0.5">
            <dt className="flex shrink-0 gap-1">
                {keys.map((key) => (
                    <kbd key={key} className="min-w-6 rounded-control border border-control px-1.5 text-center text-small">
                        {key}
                    </kbd>
                ))}
            </dt>
            <dd className={isOff ? 'text-text-3' : ''}>
                {children}
                {isOff && <Off />}
            </dd>
        </div>
    );
}
