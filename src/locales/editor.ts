import en from './en/editor.json' with {type: 'json'}
import {createTexts} from './texts'

export const editorTexts = createTexts({en})
