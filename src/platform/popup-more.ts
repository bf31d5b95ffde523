// What the popup asks of pages: none of it is needed where no rule acts in one and nothing has to be explained.
export {withoutLeft} from './open-documents'
export {seenOf} from './seen-page'
export {wasThere} from './tabs'
