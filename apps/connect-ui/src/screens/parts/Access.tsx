import { Isolated } from './Isolated.tsx';

interface AccessProps {
    title: string;
    scopes: readonly string[];
    /** Keeps their room only. */
    isHidden?: boolean;
}

/** Permissions. @param scopes each in words; none shows nothing */
export function Access({ title, scopes, isHidden }: AccessProps) {
    if (scopes.length === 0) return null;
    return (
        <section className="access" aria-hidden={isHidden || undefined}>
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
