import { useT } from '../texts.ts';

/** What our customer's product asks the provider for. @param scopes each in words; none shows nothing */
export function Access({ scopes }: { scopes: readonly string[] }) {
    const t = useT();
    if (scopes.length === 0) return null;
    return (
        <section className="access">
            <h2>{t('detail.access')}</h2>
            <ul>
                {scopes.map((scope) => (
                    <li key={scope}>
                        <bdi>{scope}</bdi>
                    </li>
                ))}
            </ul>
        </section>
    );
}
