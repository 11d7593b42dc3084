import { LinkGlyph, LinkLine, type LinkState } from './LinkGlyph.tsx';
import { Mark, type AppMark } from './Mark.tsx';
import { ProductLogo, ProductTile } from './Product.tsx';

/** The product and the app, joined by a line; how they stand is said by the words beside it. */
export function Joined({ state, mark }: { state: LinkState; mark: AppMark | undefined }) {
    if (!mark) return <LinkGlyph state={state} />;
    return (
        <div className={`joined glyph-${state}`} aria-hidden="true">
            <ProductLogo>
                <ProductTile size={48} />
            </ProductLogo>
            <svg className="glyph" viewBox="13 0 22 16" width="55" height="40" fill="none">
                <LinkLine state={state} />
            </svg>
            <Mark mark={mark} size={48} />
        </div>
    );
}
