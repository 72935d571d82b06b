package dev.regatta.report.html;

import dev.regatta.protocol.Secrets;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * HTML and SVG on their way into a page, as well-formed XML that every browser reads as HTML. Whatever is written, text
 * or attribute, is escaped by the JDK's XML writer and has its {@linkplain Secrets secrets} hidden; there is no way to
 * write anything raw. Attributes are given as names followed by their values.
 */
final class Markup {

    private final StringWriter page = new StringWriter();
    private final XMLStreamWriter xml;

    private Markup() {
        try {
            // The JDK's own, whatever else is on the class path.
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(page);
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** An empty page. */
    static Markup page() {
        Markup page = new Markup();
        return page.written(() -> page.xml.writeDTD("<!DOCTYPE html>"));
    }

    /** An empty file of another kind. */
    static Markup fragment() {
        return new Markup();
    }

    /** An element around what {@code content} writes. */
    Markup in(String element, Runnable content, String... attributes) {
        return written(() -> {
            xml.writeStartElement(element);
            write(attributes);
            content.run();
            xml.writeEndElement();
        });
    }

    /** An element that holds text. */
    Markup leaf(String element, String text, String... attributes) {
        return in(element, () -> text(text), attributes);
    }

    /** An element that holds nothing: one of SVG, or one that HTML never closes. */
    Markup empty(String element, String... attributes) {
        return written(() -> {
            xml.writeEmptyElement(element);
            write(attributes);
        });
    }

    /** Text. */
    Markup text(String text) {
        return written(() -> xml.writeCharacters(clean(text)));
    }

    /** Everything written so far. */
    @Override
    public String toString() {
        written(xml::flush);
        return page.toString();
    }

    private interface Writing {
        void write() throws XMLStreamException;
    }

    private Markup written(Writing writing) {
        try {
            writing.write();
            return this;
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private void write(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], clean(attributes[i + 1]));
        }
    }

    /** Without secrets, and without the characters that XML cannot hold or a terminal would take for commands. */
    private static String clean(String text) {
        var clean = new StringBuilder(text.length());
        Secrets.TELLING.hidden(text).codePoints()
                .map(c -> c >= ' ' && c < 0x7F || c > 0x9F && c < 0xD800 || c > 0xDFFF && c < 0xFFFE || c > 0xFFFF
                        || c == '\n' || c == '\t' ? c : 0xFFFD)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static IllegalStateException impossible(XMLStreamException e) {
        return new IllegalStateException("a page cannot be written into memory", e);
    }
}
