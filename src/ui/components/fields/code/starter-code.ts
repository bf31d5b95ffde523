/** The code that a body starts with when its kind becomes code. */
export const starterCode = {
  request: `function modifyRequestBody(args) {
  // method: such as POST. url: where the request goes.
  // body: what the page sends, as text. bodyAsJson: the same, read as JSON.
  const {method, url, body, bodyAsJson} = args
  // $sharedState keeps what you put into it for as long as the tab is open.

  // Return text as it is to be sent, or an object to send as JSON.
  return body
}
`,
  response: `function modifyResponse(args) {
  // method, url: of the request. response: what the server answered, as text.
  // responseJSON: the same, read as JSON. responseType: its content type.
  // requestHeaders, requestData: what the page sent.
  const {method, url, response, responseType, requestHeaders, requestData, responseJSON} = args
  // $sharedState keeps what you put into it for as long as the tab is open.

  // Return text as the page is to get it, or an object to answer as JSON.
  return response
}
`,
} as const
