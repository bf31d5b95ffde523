import {HighlightStyle, syntaxHighlighting} from '@codemirror/language'
import {tags} from '@lezer/highlight'

// The colours are tokens: see code.css.
export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    {tag: [tags.keyword, tags.bool, tags.null, tags.self], class: 'code-keyword'},
    {tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'code-string'},
    {tag: tags.number, class: 'code-number'},
    {tag: tags.comment, class: 'code-comment'},
    {tag: tags.propertyName, class: 'code-name'},
  ]),
)
