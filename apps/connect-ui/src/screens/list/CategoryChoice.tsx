import { useT } from '../../i18n/texts.ts';

interface CategoryChoiceProps {
    categories: readonly string[];
    /** Empty: all. */
    chosen: string;
    onChoose: (category: string) => void;
}

/** A native choice: phones have a picker for it. */
export function CategoryChoice({ categories, chosen, onChoose }: CategoryChoiceProps) {
    const t = useT();
    return (
        <select
            className="input category"
            aria-label={t('list.category')}
            value={chosen}
            onChange={(event) => onChoose(event.target.value)}
        >
            <option value="">{t('list.everyCategory')}</option>
            {categories.map((category) => (
                <option key={category}>{category}</option>
            ))}
        </select>
    );
}
