import { monogramOf } from '@patchbay/tokens';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { Isolated } from './Isolated.tsx';
import { Initials } from './Mark.tsx';

/** The product that embeds the widget, or sent its link. */
interface Product {
    name: string | null;
    logo: { src: string; alt: string } | null;
}

export const ProductContext = createContext<Product>({ name: null, logo: null });

/** At the top of every screen: whose it is. */
export function ProductName() {
    const { name } = useContext(ProductContext);
    return (
        <span className="product">
            <ProductLogo>
                {name !== null && (
                    <>
                        <ProductTile size={28} />
                        <Isolated className="product-name">{name}</Isolated>
                    </>
                )}
            </ProductLogo>
        </span>
    );
}

/** @param children shown where there is no logo, or its picture can't be drawn */
export function ProductLogo({ children }: { children: ReactNode }) {
    const { logo } = useContext(ProductContext);
    const [broken, setBroken] = useState<string | null>(null);
    if (!logo || broken === logo.src) return children;
    return <img className="logo" src={logo.src} alt={logo.alt} onError={() => setBroken(logo.src)} />;
}

/** Its initials, in its own colour. */
export function ProductTile({ size }: { size: 28 | 48 }) {
    const { name } = useContext(ProductContext);
    if (name === null) return <Initials letters="" ink="var(--sunken)" size={size} />;
    return <Initials letters={monogramOf(name, '').letters} ink="var(--accent)" on="var(--on-accent)" size={size} />;
}
