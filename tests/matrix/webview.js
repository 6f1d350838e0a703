// A window with one web view, as Tauri opens it on Linux: WebKitGTK, whose pages come from a scheme of the program's own, tauri://, not
// from a server. Prints the title that the page gives itself. For gjs: gjs -m webview.js FOLDER

import Gio from "gi://Gio?version=2.0";
import GLib from "gi://GLib?version=2.0";
import Gtk from "gi://Gtk?version=3.0";
import WebKit from "gi://WebKit2?version=4.1";

const [folder] = globalThis.ARGV;
const types = { css: "text/css", js: "text/javascript", wasm: "application/wasm" };

/** A path without a file gets the page, as in Tauri. */
function answer(request) {
  const asked = Gio.File.new_for_path(`${folder}${request.get_path()}`);
  const isFile = asked.query_file_type(Gio.FileQueryInfoFlags.NONE, null) === Gio.FileType.REGULAR;
  const file = isFile ? asked : Gio.File.new_for_path(`${folder}/index.html`);
  const [, bytes] = file.load_contents(null);
  const stream = Gio.MemoryInputStream.new_from_bytes(new GLib.Bytes(bytes));
  request.finish(stream, bytes.length, types[file.get_basename().split(".").pop()] ?? "text/html");
}

Gtk.init(null);
const context = WebKit.WebContext.new_ephemeral();
context.register_uri_scheme("tauri", answer);
context.get_security_manager().register_uri_scheme_as_secure("tauri");
const view = WebKit.WebView.new_with_context(context);
view.connect("notify::title", () => {
  if (["", "loading"].includes(view.get_title() ?? "")) return;
  globalThis.print(view.get_title());
  Gtk.main_quit();
});
const window = new Gtk.Window();
window.add(view);
window.show_all();
view.load_uri("tauri://localhost/");
Gtk.main();
