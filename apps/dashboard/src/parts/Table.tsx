import type { ReactNode } from 'react';

type Column =
    | string
    | { name: string; /** Left out where the screen is narrow. */ isWide?: true; /** For screen readers alone. */ isHidden?: true };

/** A table that scrolls sideways in its own region where the screen is too narrow. */
export function Table({ label, columns, children }: { label: string; columns: readonly Column[]; children: ReactNode }) {
    return (
        // Positioned: else hidden names in it widen the page. Focusable: it scrolls by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="group" aria-label={label} tabIndex={0} className="relative overflow-x-auto">
            <table aria-label={label} className="w-full border-collapse text-left">
                <thead className="bg-sunken text-micro text-text-2">
                    <tr>
                        {columns.map((column) => {
                            const { name, isWide, isHidden } = typeof column === 'string' ? { name: column } : column;
                            return (
                                <th key={name} scope="col" className={`px-4 py-2 font-semibold ${isWide ? 'max-md:hidden' : ''}`}>
                                    {isHidden ? <span className="sr-only">{name}</span> : name}
                                </th>
                            );
                        })}
                    </tr>
                </thead>
                <tbody>{children}</tbody>
            </table>
        </div>
    );
}

export function Row({ children, isSelected = false }: { children: ReactNode; isSelected?: boolean }) {
    return <tr className={`border-t border-hairline ${isSelected ? 'bg-accent-soft' : 'hover:bg-sunken'}`}>{children}</tr>;
}

export function Cell({ children, isWide = false, look = '' }: { children?: ReactNode; isWide?: boolean; look?: string }) {
    return <td className={`px-4 py-2 align-middle first:min-w-44 ${isWide ? 'max-md:hidden' : ''} ${look}`}>{children}</td>;
}
