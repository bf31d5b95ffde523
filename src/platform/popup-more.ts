// What the popup asks of the browser after its first frame, in one file that is fetched meanwhile.
export {withoutLeft} from './open-documents'
export {seenOf} from './seen-page'
export {wasThere} from './tabs'
