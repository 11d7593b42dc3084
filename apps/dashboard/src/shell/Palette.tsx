import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import {
    Autocomplete,
    Collection,
    Dialog,
    Header,
    Input,
    Menu,
    MenuItem,
    MenuSection,
    Modal,
    ModalOverlay,
    SearchField
} from 'react-aria-components';
import { afterFocusReturns } from '../parts/after-focus-returns.ts';
import { useFirstFocus } from '../parts/use-first-focus.ts';
import type { Does, Result } from './palette-result.ts';
import { useResults } from './palette-results.ts';

/** Finds pages, integrations, connections, and anything by its id; and acts on connections. */
export default function Palette({ onClose, ...does }: Omit<Does, 'onCopied'> & { onClose: () => void }) {
    const [text, setText] = useState('');
    const [isEntered, setEntered] = useState(false);
    // React Aria forgets to where something has taken the focus away before.
    const input = useFirstFocus<HTMLInputElement>();
    const [copied, setCopied] = useState<string>();
    const leave = (then: () => void) => {
        onClose();
        // What opens next would not know where the focus was.
        afterFocusReturns(then);
    };
    const { sections: found, isSettled } = useResults(text.trim(), { onCopied: setCopied, ...does });
    const sections = found.filter(({ results }) => results.length > 0);
    const all = sections.flatMap(({ results }) => results);
    const choose = (result: Result | undefined) => {
        if (!result || result.blockedBecause !== undefined) return;
        if (result.stays === true) result.act();
        else leave(result.act);
    };
    const onEnter = useEnter({ all, isSettled, choose, isWaiting: isEntered, wait: () => setEntered(true) });
    const type = (typed: string) => {
        setText(typed);
        setEntered(false);
    };
    return (
        <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className="fixed inset-0 z-30 bg-black/40">
            <Modal className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-card border border-hairline bg-surface shadow-raised">
                <Dialog aria-label="Search" className="outline-none">
                    <Autocomplete inputValue={text} onInputChange={type}>
                        {/* It opens to be typed into. */}
                        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
                        <SearchField autoFocus aria-label="Search everything" className="border-b border-hairline p-3">
                            <Input
                                ref={input}
                                // Enter right after typing means the first one that fits.
                                onKeyDownCapture={(event) => event.key === 'Enter' && onEnter(event)}
                                placeholder="A page, a customer, an app, any id, or “pause acme”"
                                className="min-h-9 w-full rounded-control bg-surface px-2 text-lead outline-none"
                            />
                        </SearchField>
                        <Menu
                            aria-label="Results"
                            onAction={(key) => choose(all.find(({ id }) => id === key))}
                            disabledKeys={all.filter(({ blockedBecause }) => blockedBecause !== undefined).map(({ id }) => id)}
                            renderEmptyState={() => <p className="px-3 py-6 text-center text-text-2">Nothing fits.</p>}
                            className="max-h-[50dvh] overflow-auto p-2 outline-none"
                        >
                            {sections.map(({ title, results }) => (
                                <MenuSection key={title} id={title}>
                                    <Header className="px-3 pt-2 text-micro font-semibold text-text-2">{title}</Header>
                                    <Collection items={results}>{(result) => <ResultItem {...result} />}</Collection>
                                </MenuSection>
                            ))}
                        </Menu>
                    </Autocomplete>
                    <p role="status" className={copied === undefined ? '' : 'border-t border-hairline px-5 py-2 text-small'}>
                        {copied !== undefined && `Copied ${copied}`}
                    </p>
                </Dialog>
            </Modal>
        </ModalOverlay>
    );
}

interface Entered {
    all: readonly Result[];
    isSettled: boolean;
    choose: (result: Result | undefined) => void;
    /** Enter was pressed before the results were there. */
    isWaiting: boolean;
    wait: () => void;
}

/**
 * Enter chooses the result that is marked, else the first. While results of an earlier text are
 * shown, it waits for those of this one.
 */
function useEnter({ all, isSettled, choose, isWaiting, wait }: Entered) {
    const first = () => choose(all.find(({ blockedBecause }) => blockedBecause === undefined));
    const onSettled = useEffectEvent(first);
    const isDue = isSettled && isWaiting;
    useEffect(() => {
        if (isDue) onSettled();
    }, [isDue]);
    return (event: KeyboardEvent<HTMLInputElement>) => {
        const marked = document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '')?.dataset['key'];
        // React Aria may still mark one that was shown for an earlier text.
        if (isSettled && all.some(({ id }) => id === marked)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isSettled) first();
        else wait();
    };
}

function ResultItem({ id, name, detail, blockedBecause }: Result) {
    const more = blockedBecause ?? detail;
    return (
        <MenuItem
            id={id}
            textValue={name}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-control px-3 outline-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focused]:bg-accent-soft"
        >
            <span className={more === undefined ? 'truncate' : 'shrink-0 max-w-[75%] truncate'}>{name}</span>
            {more !== undefined && <span className="truncate text-small text-text-2">{more}</span>}
        </MenuItem>
    );
}
