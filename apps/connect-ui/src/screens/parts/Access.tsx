import { Isolated } from './Isolated.tsx';

/** Permissions. @param scopes each in words; none shows nothing */
export function Access({ title, scopes }: { title: string; scopes: readonly string[] }) {
    if (scopes.length === 0) return null;
    return (
        <section className="access">
            <h2>{title}</h2>
            <ul>
                {scopes.map((scope) => (
                    <li key={scope}>
                        <Isolated>{scope}</Isolated>
                    </li>
                ))}
            </ul>
        </section>
    );
}
