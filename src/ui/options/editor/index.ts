export {createDrafts} from './drafts'
export {EditorPage} from './editor-page'
