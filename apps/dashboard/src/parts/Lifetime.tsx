const daySeconds = 86_400;

/** How long a link that is sent to an end user works. */
export const linkLifetimes: readonly [{ seconds: number; name: string }, ...{ seconds: number; name: string }[]] = [
    { seconds: 7 * daySeconds, name: '7 days' },
    { seconds: 3 * daySeconds, name: '3 days' },
    { seconds: daySeconds, name: '24 hours' }
];

export function Lifetime({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
    return (
        <label className="flex items-center gap-2">
            Works for
            <select
                value={seconds}
                onChange={({ target }) => onChange(Number(target.value))}
                className="min-h-9 rounded-control border border-control bg-surface px-3"
            >
                {linkLifetimes.map((each) => (
                    <option key={each.seconds} value={each.seconds}>
                        {each.name}
                    </option>
                ))}
            </select>
        </label>
    );
}
