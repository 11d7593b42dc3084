import { ChevronDown, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { afterFocusReturns } from './after-focus-returns.ts';
import { buttonClass } from './Button.tsx';

interface Item {
    name: string;
    isDanger?: boolean;
    onAction: () => void;
    /** What follows from it. */
    help?: string;
    /** Why it cannot be chosen, for the member. */
    blockedBecause?: string | undefined;
}

/** What else can be done with a row. */
export function MoreMenu({ label, items }: { label: string; items: readonly Item[] }) {
    return (
        <MenuTrigger>
            <Button
                aria-label={label}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
            >
                <Ellipsis aria-hidden size={20} strokeWidth={1.75} />
            </Button>
            <Items items={items} />
        </MenuTrigger>
    );
}

/** Several ways to do one thing. @param props.label as its text, with what it is done to */
export function TextMenu({ label, items, children }: { label: string; items: readonly Item[]; children: ReactNode }) {
    return (
        <MenuTrigger>
            <Button aria-label={label} className={buttonClass()}>
                {children}
                <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
            </Button>
            <Items items={items} />
        </MenuTrigger>
    );
}

function Items({ items }: { items: readonly Item[] }) {
    return (
        <Popover placement="bottom end" className="min-w-48 rounded-card border border-hairline bg-surface p-1 shadow-raised outline-none">
            <AriaMenu
                className="outline-none"
                disabledKeys={items.filter((item) => item.blockedBecause !== undefined).map(({ name }) => name)}
            >
                {items.map(({ name, isDanger, onAction, help, blockedBecause }) => (
                    <MenuItem
                        key={name}
                        id={name}
                        textValue={name}
                        // A dialog that opens before would not know where the focus was.
                        onAction={() => afterFocusReturns(onAction)}
                        className={`flex min-h-9 cursor-pointer flex-col justify-center rounded-control px-3 py-1 outline-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focused]:bg-sunken ${isDanger ? 'text-danger' : 'text-text'}`}
                    >
                        {name}
                        {(blockedBecause ?? help) !== undefined && (
                            <span className="max-w-64 text-small text-text-2">{blockedBecause ?? help}</span>
                        )}
                    </MenuItem>
                ))}
            </AriaMenu>
        </Popover>
    );
}
